/** Tests of the client. */
@NullMarked
package dev.assay.client;

import org.jspecify.annotations.NullMarked;
