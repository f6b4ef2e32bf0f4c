package dev.assay.llmadvisor;

/**
 * A kind of question to a model.
 *
 * @param use {@code plan} or {@code review}; the tag of a metric
 * @param instruction what to do; ours alone
 * @param answer the whole of a usable answer
 */
record Question<A>(String use, String instruction, Class<A> answer) {}
