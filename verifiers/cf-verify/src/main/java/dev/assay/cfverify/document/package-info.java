/**
 * The sub-result as it came in: parsed strictly where claims depend on it, leniently per evidence
 * item. Pure.
 */
@NullMarked
package dev.assay.cfverify.document;

import org.jspecify.annotations.NullMarked;
