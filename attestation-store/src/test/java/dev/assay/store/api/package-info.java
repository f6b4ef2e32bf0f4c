/** Tests over real HTTP, on a real SQLite store. */
@NullMarked
package dev.assay.store.api;

import org.jspecify.annotations.NullMarked;
