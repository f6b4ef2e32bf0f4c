package dev.assay.delegation.script;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.delegation.BoundedText;
import dev.assay.delegation.BrokenVerifierException;
import dev.assay.delegation.DelegationJson;
import dev.assay.delegation.DelegationResult;
import dev.assay.delegation.Verification.VerifyOutcome;
import dev.assay.delegation.vocabulary.Vocabulary;
import dev.assay.starlark.StarlarkBool;
import dev.assay.starlark.StarlarkError;
import dev.assay.starlark.StarlarkString;
import dev.assay.starlark.StarlarkValue;
import dev.assay.starlark.Values;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The inline verifier: a script that defines {@code run(result)} (delegation-verification, "Surface
 * 1").
 *
 * <p>It returns a JSON text that is an object with a boolean {@code verified} and, optionally, a
 * string {@code reason}; or a bare boolean. Everything else is a broken verifier.
 */
public final class InlineVerifier {

  private static final String NAME = "delegation.verify";
  private static final String BARE_FALSE = "verifier returned bare false";
  private static final int SHOWN_CHARS_MAX = 200;

  private final String source;
  private final Vocabulary vocabulary;
  private @Nullable ScriptFunction compiled;

  /** A verifier; a blank source decides nothing. */
  public InlineVerifier(String source, Vocabulary vocabulary) {
    this.source = source;
    this.vocabulary = vocabulary;
  }

  /** Whether there is a script at all. */
  public boolean decides() {
    return !source.isBlank();
  }

  /**
   * Judges one result.
   *
   * @throws BrokenVerifierException when the script does not compile, fails, uses up its budget, or
   *     returns something that is no verdict
   */
  public VerifyOutcome verify(DelegationResult result)
      throws BrokenVerifierException, InterruptedException {
    if (!decides()) {
      return VerifyOutcome.passed();
    }
    ScriptFunction script = compiled();
    ScriptFunction.Returned returned;
    try {
      returned =
          script.call(evaluation ->
              new StarlarkValue[] {
                Values.fromJava(DelegationJson.plain(result.json()), evaluation.budget())
              });
    } catch (StarlarkError e) {
      throw BrokenVerifierException.script(
          "verify: script error: " + ScriptFunction.describe(e), e);
    }
    return outcome(returned.value());
  }

  private ScriptFunction compiled() throws BrokenVerifierException {
    ScriptFunction script = compiled;
    if (script == null) {
      try {
        script = ScriptFunction.compile(NAME, source, "run", vocabulary, Map.of());
      } catch (StarlarkError e) {
        throw BrokenVerifierException.script(
            "verify: compile script: " + ScriptFunction.describe(e), e);
      }
      compiled = script;
    }
    return script;
  }

  private static VerifyOutcome outcome(StarlarkValue returned) throws BrokenVerifierException {
    return switch (returned) {
      case StarlarkBool bool -> bare(bool.truth());
      case StarlarkString(String text) -> parsed(text);
      default ->
          throw unreadable(
              returned.toString(),
              "expected JSON text with a boolean \"verified\", or True or False, found a value of type "
                  + returned.type()
                  + "; return json.encode({...})");
    };
  }

  private static VerifyOutcome bare(boolean verified) {
    return verified ? VerifyOutcome.passed() : VerifyOutcome.failed(BARE_FALSE);
  }

  private static VerifyOutcome parsed(String text) throws BrokenVerifierException {
    JsonNode document;
    try {
      document = DelegationJson.parse(text);
    } catch (IllegalArgumentException e) {
      throw unreadable(text, String.valueOf(e.getMessage()));
    }
    if (document.isBoolean()) {
      return bare(document.booleanValue());
    }
    JsonNode verified = document.get("verified");
    if (!document.isObject() || verified == null || !verified.isBoolean()) {
      throw unreadable(text, "expected an object with a boolean \"verified\"");
    }
    JsonNode reason = document.get("reason");
    if (reason != null && !reason.isTextual() && !reason.isNull()) {
      throw unreadable(text, "expected a string \"reason\"");
    }
    String reported = reason == null || reason.isNull() ? "" : reason.textValue();
    return new VerifyOutcome(verified.booleanValue(), reported);
  }

  private static BrokenVerifierException unreadable(String returned, String problem) {
    String shown = BoundedText.of(returned);
    return BrokenVerifierException.script(
        "verify: parse outcome \""
            + (shown.length() > SHOWN_CHARS_MAX ? shown.substring(0, SHOWN_CHARS_MAX) : shown)
            + "\": "
            + problem);
  }
}
