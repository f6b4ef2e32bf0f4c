/**
 * Which URLs a verifier may fetch: denied by default, decided anew per hop, and fetched at the
 * addresses that were decided about. Uses the JDK and OkHttp.
 */
@NullMarked
package dev.assay.egress;

import org.jspecify.annotations.NullMarked;
