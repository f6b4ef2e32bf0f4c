/**
 * A language model as a second judge, behind an OpenAI-compatible endpoint that the owner names.
 * Opens one socket to that endpoint and nowhere else.
 */
@NullMarked
package dev.assay.cfverify.model;

import org.jspecify.annotations.NullMarked;
