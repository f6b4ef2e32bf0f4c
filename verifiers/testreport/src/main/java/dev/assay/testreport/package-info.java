/** Reads test and scan reports, streaming and hardened. */
@NullMarked
package dev.assay.testreport;

import org.jspecify.annotations.NullMarked;
