@NullMarked
package dev.assay.cli.completion;

import org.jspecify.annotations.NullMarked;
