/**
 * The agency data directory as its specification lays it out, and the verification of one run in
 * it. Uses process control and Jackson; knows no command line and no pipeline.
 */
@NullMarked
package dev.assay.agencyverify.agency;

import org.jspecify.annotations.NullMarked;
