/** Tests over real HTTP on loopback. */
@NullMarked
package dev.assay.http;

import org.jspecify.annotations.NullMarked;
