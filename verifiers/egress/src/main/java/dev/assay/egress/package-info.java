/** Which URLs a verifier may fetch: denied by default, decided anew per hop. Uses the JDK only. */
@NullMarked
package dev.assay.egress;

import org.jspecify.annotations.NullMarked;
