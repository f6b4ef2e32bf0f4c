/**
 * The HTTP server that every service shares: authentication, problems, limits, health. Knows no
 * service; the server library is visible to this package alone.
 */
@NullMarked
package dev.assay.http;

import org.jspecify.annotations.NullMarked;
