/**
 * Commitments to the fields of JSON objects, in the disclosure format of SD-JWT (RFC 9901): who has
 * a root can check each field that is shown, and learns of the others only how many there are.
 * Pure: secrets and bytes come in with the call.
 */
@NullMarked
package dev.assay.core.redaction;

import org.jspecify.annotations.NullMarked;
