/** Quick Verify: what an agent's tool calls should have written, checked in SQL. */
@NullMarked
package dev.assay.quick;

import org.jspecify.annotations.NullMarked;
