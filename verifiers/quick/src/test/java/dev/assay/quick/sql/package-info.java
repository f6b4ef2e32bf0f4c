/** Tests of the SQL sources against real databases. */
@NullMarked
package dev.assay.quick.sql;

import org.jspecify.annotations.NullMarked;
