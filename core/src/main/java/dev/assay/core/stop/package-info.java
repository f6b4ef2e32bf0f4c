/** Whether an agent that says "done" may stop: pure functions of what was decided of its work. */
@NullMarked
package dev.assay.core.stop;

import org.jspecify.annotations.NullMarked;
