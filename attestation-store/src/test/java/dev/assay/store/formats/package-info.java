@NullMarked
package dev.assay.store.formats;

import org.jspecify.annotations.NullMarked;
