@NullMarked
package dev.assay.core.redaction;

import org.jspecify.annotations.NullMarked;
