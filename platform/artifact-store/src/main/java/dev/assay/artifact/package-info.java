/** Content-addressed artifacts: one interface, a directory and the S3 API behind it. */
@NullMarked
package dev.assay.artifact;

import org.jspecify.annotations.NullMarked;
