/** Test support: a real S3 API in the test's own process. Depends on no module of the product. */
@NullMarked
package dev.assay.testkit.s3;

import org.jspecify.annotations.NullMarked;
