/**
 * What a job of continuous integration tells of a verdict, as its runners and forges read it. Pure:
 * text in, text out.
 */
@NullMarked
package dev.assay.gate.ci;

import org.jspecify.annotations.NullMarked;
