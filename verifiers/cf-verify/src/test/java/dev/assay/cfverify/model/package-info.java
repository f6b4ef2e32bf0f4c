/** Tests of the model judge against a real endpoint on loopback. */
@NullMarked
package dev.assay.cfverify.model;

import org.jspecify.annotations.NullMarked;
