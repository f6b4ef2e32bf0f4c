package dev.assay.schemas.message;

import dev.assay.schemas.Limits;
import dev.assay.schemas.Require;
import dev.assay.schemas.Times;
import java.util.List;

/**
 * A question to a person.
 *
 * @param options one to three answers
 * @param deadline RFC 3339 time after which {@code defaultAnswer} holds
 * @param defaultAnswer the conservative answer, one of the options
 */
public record Approval(
    String id, String question, List<String> options, String deadline, String defaultAnswer) {

  /** Options that a question may offer. */
  public static final int OPTIONS_MAX = 3;

  public Approval {
    id = Require.digest("approval.id", id);
    question = Require.text("approval.question", question, Limits.SUMMARY_CHARS_MAX);
    options = Require.list("approval.options", options, OPTIONS_MAX);
    options.forEach(option -> Require.text("approval.options", option, Limits.ID_CHARS_MAX));
    deadline = Times.canonical("approval.deadline", Require.present("approval.deadline", deadline));
    defaultAnswer = Require.text("approval.defaultAnswer", defaultAnswer, Limits.ID_CHARS_MAX);
  }
}
