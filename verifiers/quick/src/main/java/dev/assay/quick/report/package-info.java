/**
 * What a run says: the report (schemaVersion 4), the outcome certificate (schemaVersion 3) and the
 * text for people. Pure; uses every other package of the engine.
 */
@NullMarked
package dev.assay.quick.report;

import org.jspecify.annotations.NullMarked;
