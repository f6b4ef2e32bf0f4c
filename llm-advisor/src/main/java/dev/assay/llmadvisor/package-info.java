/**
 * A language model behind an OpenAI-compatible endpoint that the operator names; off unless
 * configured. It proposes plans and reviews reports. Whatever it answers is untrusted: bounded,
 * read strictly, and able to make a result worse, never better. Adapter layer: uses HTTP and, for
 * its loop, the queues of {@code runtime}.
 */
@NullMarked
package dev.assay.llmadvisor;

import org.jspecify.annotations.NullMarked;
