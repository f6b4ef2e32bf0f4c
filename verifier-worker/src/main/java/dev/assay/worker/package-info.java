/** The verification loop: takes requests, runs verifiers, emits reports. */
@NullMarked
package dev.assay.worker;

import org.jspecify.annotations.NullMarked;
