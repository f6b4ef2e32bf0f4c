/** Scripts by which shells complete the words of commands, made of the commands themselves. */
@NullMarked
package dev.assay.cli.completion;

import org.jspecify.annotations.NullMarked;
