/** Tests of the CloudEvents readers. */
@NullMarked
package dev.assay.schemas.cloudevents;

import org.jspecify.annotations.NullMarked;
