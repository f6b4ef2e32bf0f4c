/**
 * Who vouches: signed statements about the digests of artifacts, checked without any network
 * against the keys and identities that the policy names.
 */
@NullMarked
package dev.assay.provenance;

import org.jspecify.annotations.NullMarked;
