package dev.assay.screenshot;

/**
 * A rectangle of pixels.
 *
 * @param x pixels from the left
 * @param y pixels from the top
 */
record Box(int x, int y, int width, int height) {}
