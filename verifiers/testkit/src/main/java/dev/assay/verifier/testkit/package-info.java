/**
 * For tests of verifiers: a scope in memory, and a contract that every verifier passes. Uses the
 * verifier SPI, JUnit and AssertJ.
 */
@NullMarked
package dev.assay.verifier.testkit;

import org.jspecify.annotations.NullMarked;
