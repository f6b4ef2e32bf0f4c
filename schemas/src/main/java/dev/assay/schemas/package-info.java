/** What every module shares beside messages: limits, error codes, ids, digests, time. JDK only. */
@NullMarked
package dev.assay.schemas;

import org.jspecify.annotations.NullMarked;
