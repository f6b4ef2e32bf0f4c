package dev.assay.delegation.vocabulary;

import dev.assay.delegation.BoundedText;
import dev.assay.delegation.DelegationLimits;
import dev.assay.egress.EgressPolicy;
import dev.assay.egress.PinnedClient;
import dev.assay.starlark.Arguments;
import dev.assay.starlark.Evaluation;
import dev.assay.starlark.ModuleBuilder;
import dev.assay.starlark.Signature;
import dev.assay.starlark.StarlarkBool;
import dev.assay.starlark.StarlarkDict;
import dev.assay.starlark.StarlarkError;
import dev.assay.starlark.StarlarkInt;
import dev.assay.starlark.StarlarkString;
import dev.assay.starlark.StarlarkStruct;
import dev.assay.starlark.StarlarkValue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The {@code http} module of one evaluation: reads allowed URLs. */
final class HttpModule {

  private static final Set<String> RESERVED =
      Set.of(
          "host",
          "connection",
          "content-length",
          "transfer-encoding",
          "upgrade",
          "te",
          "trailer",
          "expect",
          "proxy-authorization");

  private static final PinnedClient.Bounds BOUNDS =
      new PinnedClient.Bounds(
          "assay-delegation",
          DelegationLimits.HTTP_BODY_BYTES_MAX,
          DelegationLimits.HTTP_REDIRECTS_MAX);

  private final PinnedClient client;
  private final boolean denied;
  private final Runnable onAnswer;
  private int calls;

  /** A module that tells of each answer that a service gave. */
  HttpModule(EgressPolicy policy, Runnable onAnswer) {
    this.onAnswer = onAnswer;
    this.client = new PinnedClient(policy, BOUNDS);
    this.denied = policy.deniesAll();
  }

  StarlarkStruct create() {
    Signature signature = Signature.of("url", "headers?", "timeout_seconds?");
    return new ModuleBuilder("http")
        .function("get", signature, (evaluation, a) -> call("GET", evaluation, a))
        .function("head", signature, (evaluation, a) -> call("HEAD", evaluation, a))
        .build();
  }

  private StarlarkValue call(String method, Evaluation evaluation, Arguments a) {
    String url = a.string("url");
    if (denied) {
      throw error(a, url, "network sandbox: no host is allowed");
    }
    if (++calls > DelegationLimits.HTTP_CALLS_MAX) {
      throw error(a, url, "expected at most " + DelegationLimits.HTTP_CALLS_MAX + " calls");
    }
    evaluation.budget().poll();
    evaluation.budget().text(DelegationLimits.HTTP_BODY_BYTES_MAX);
    try {
      PinnedClient.Answer answer = client.fetch(method, url, headers(a), time(evaluation, a));
      onAnswer.run();
      return value(answer, evaluation);
    } catch (PinnedClient.DeniedException e) {
      throw error(a, url, "network sandbox: " + e.getMessage());
    } catch (IOException e) {
      evaluation.budget().poll();
      throw error(a, url, String.valueOf(e.getMessage()));
    }
  }

  private static StarlarkError error(Arguments a, String url, String what) {
    return StarlarkError.script(a.function() + ": " + what + " (url=" + BoundedText.of(url) + ")");
  }

  private static Duration time(Evaluation evaluation, Arguments a) {
    double seconds =
        a.given("timeout_seconds")
            ? a.number("timeout_seconds")
            : DelegationLimits.HTTP_SECONDS_MAX;
    if (!(seconds > 0) || seconds > DelegationLimits.HTTP_SECONDS_MAX) {
      throw StarlarkError.script(
          a.function()
              + ": expected timeout_seconds above 0 and up to "
              + DelegationLimits.HTTP_SECONDS_MAX);
    }
    long nanos = Math.min((long) (seconds * 1e9), evaluation.budget().nanosLeft());
    return Duration.ofNanos(Math.max(1_000_000, nanos));
  }

  private static Map<String, String> headers(Arguments a) {
    Map<String, String> headers = new LinkedHashMap<>();
    if (!a.given("headers")) {
      return headers;
    }
    StarlarkDict given = a.dict("headers");
    given
        .stringEntries()
        .forEach((name, value) -> {
          if (!(value instanceof StarlarkString(String text)) || !isPlain(name) || !isPlain(text)) {
            throw StarlarkError.script(
                a.function() + ": expected headers of printable text, found others");
          }
          if (RESERVED.contains(name.toLowerCase(Locale.ROOT))) {
            throw StarlarkError.script(
                a.function() + ": expected headers that a script may set, found " + name);
          }
          headers.put(name, text);
        });
    return headers;
  }

  private static boolean isPlain(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> c >= ' ' && c < 127);
  }

  private static StarlarkValue value(PinnedClient.Answer answer, Evaluation evaluation) {
    Map<String, StarlarkValue> headers = new LinkedHashMap<>();
    new TreeMap<>(answer.headers())
        .forEach((name, value) -> {
          evaluation.budget().text(name.length() + (long) value.length());
          headers.put(name, StarlarkString.of(value));
        });
    Map<String, StarlarkValue> fields = new LinkedHashMap<>();
    fields.put("status", StarlarkInt.of(answer.status()));
    fields.put("ok", StarlarkBool.of(answer.status() >= 200 && answer.status() <= 299));
    fields.put("url", StarlarkString.of(answer.url()));
    fields.put("body", StarlarkString.of(answer.text(StandardCharsets.UTF_8)));
    fields.put("headers", StarlarkDict.of(headers));
    return StarlarkDict.of(fields);
  }
}
