/** Tests of the model judge against a real endpoint on loopback. */
@NullMarked
package dev.assay.subresult.model;

import org.jspecify.annotations.NullMarked;
