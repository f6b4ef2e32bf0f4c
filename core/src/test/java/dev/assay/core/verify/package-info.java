@NullMarked
package dev.assay.core.verify;

import org.jspecify.annotations.NullMarked;
