/** The VerifyReport.v1 document and where it is kept. Writes only below the persistence root. */
@NullMarked
package dev.assay.cfverify.report;

import org.jspecify.annotations.NullMarked;
