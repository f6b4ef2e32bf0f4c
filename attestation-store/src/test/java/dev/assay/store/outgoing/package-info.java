@NullMarked
package dev.assay.store.outgoing;

import org.jspecify.annotations.NullMarked;
