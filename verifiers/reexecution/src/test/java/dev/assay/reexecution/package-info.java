/** What re-executions find, with real processes, real tools and real git repositories. */
@NullMarked
package dev.assay.reexecution;

import org.jspecify.annotations.NullMarked;
