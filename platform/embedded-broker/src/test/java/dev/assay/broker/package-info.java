/** Adapter layer, tests: the broker in the process. */
@NullMarked
package dev.assay.broker;

import org.jspecify.annotations.NullMarked;
