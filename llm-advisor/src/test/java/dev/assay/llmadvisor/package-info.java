/** Tests against stub endpoints on loopback, honest and malicious ones. */
@NullMarked
package dev.assay.llmadvisor;

import org.jspecify.annotations.NullMarked;
