/**
 * The HTTP server that every service shares: authentication, problems, limits. Knows no service.
 */
@NullMarked
package dev.assay.http;

import org.jspecify.annotations.NullMarked;
