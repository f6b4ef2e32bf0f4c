/** What proves it: contract kits and generated input for tests of any module. Test scope only. */
@NullMarked
package dev.assay.testkit;

import org.jspecify.annotations.NullMarked;
