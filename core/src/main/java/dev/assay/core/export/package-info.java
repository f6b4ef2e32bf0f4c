/** What others read of an attestation: the formats it is exported in, as pure conversions. */
@NullMarked
package dev.assay.core.export;

import org.jspecify.annotations.NullMarked;
