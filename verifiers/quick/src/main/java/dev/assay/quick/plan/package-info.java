/**
 * Which rows and relations an action should have written: table and column scores, buckets, plans
 * (specification A.9 to A.11). Pure; uses {@code ingest}, the catalog records of {@code sql} and
 * the requests of {@code verify}.
 */
@NullMarked
package dev.assay.quick.plan;

import org.jspecify.annotations.NullMarked;
