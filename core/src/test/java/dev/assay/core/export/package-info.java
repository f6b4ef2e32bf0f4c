@NullMarked
package dev.assay.core.export;

import org.jspecify.annotations.NullMarked;
