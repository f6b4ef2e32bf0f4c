package dev.assay.delegation;

import dev.assay.delegation.Delegation.Delegate;
import dev.assay.delegation.Delegation.DelegationRequest;
import dev.assay.delegation.hook.Hook;
import dev.assay.delegation.hook.HookFormatException;
import dev.assay.delegation.hook.HookedVerification;
import dev.assay.delegation.hook.Hooks;
import dev.assay.delegation.script.InlineVerifier;
import dev.assay.delegation.vocabulary.ScriptGrants;
import dev.assay.delegation.vocabulary.Vocabulary;
import dev.assay.egress.AllowedHost;
import dev.assay.egress.EgressPolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One delegation under test: a delegate that says what it is told to say, and its checks. */
public final class Scripted implements Delegate, DelegationRecording {

  /** When every script's clock stands. */
  public static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");

  private final List<Answer> answers = new ArrayList<>();
  private final List<Hook> hooks = new ArrayList<>();
  private final List<String> hosts = new ArrayList<>();
  private final Map<String, Object> args = new LinkedHashMap<>();
  private final Map<String, String> environment = new LinkedHashMap<>();
  private @Nullable String script;
  private Path root = Path.of(System.getProperty("java.io.tmpdir"));
  private int depth;

  /** Everything the delegate was told, in order. */
  public final List<String> prompts = new ArrayList<>();

  /** Everything scripts logged, and all warnings. */
  public final List<String> log = new ArrayList<>();

  /** Verifier runs, outcome, and the error's kind, once the delegation is over. */
  public @Nullable String recorded;

  /** One answer of the delegate; it may do something first. */
  @FunctionalInterface
  public interface Answer {
    /** The JSON of the result. */
    String give() throws IOException;
  }

  /** A delegate that answers one response after the other, the last one for ever. */
  public static Scripted saying(String... responses) {
    Scripted scripted = new Scripted();
    for (String response : responses) {
      scripted.then(() -> "{\"response\":\"" + response + "\"}");
    }
    return scripted;
  }

  /** Adds an answer. */
  public Scripted then(Answer answer) {
    answers.add(answer);
    return this;
  }

  /** Sets the inline verifier. */
  public Scripted verify(String source) {
    script = source;
    return this;
  }

  /** Adds a hook on {@code delegation.post_verify}. */
  public Scripted hook(String name, int priority, String source) {
    return hook(name, "delegation.post_verify", priority, source);
  }

  /** Adds a hook. */
  public Scripted hook(String name, String event, int priority, String source) {
    hooks.add(new Hook(name + ".md", name, event, priority, null, source));
    return this;
  }

  /** Adds a hook from the text of a file. */
  public Scripted hookFile(String name, String text) throws HookFormatException {
    hooks.add(Hook.parse(name + ".md", name, text));
    return this;
  }

  /** Names a host that scripts may reach. */
  public Scripted allow(String host) {
    hosts.add(host);
    return this;
  }

  /** Gives scripts an argument. */
  public Scripted arg(String name, Object value) {
    args.put(name, value);
    return this;
  }

  /** Names a variable that scripts may read. */
  public Scripted variable(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /** Sets the directory that scripts may read. */
  public Scripted root(Path directory) {
    root = directory;
    return this;
  }

  /** Puts the delegation inside of others. */
  public Scripted depth(int enclosing) {
    depth = enclosing;
    return this;
  }

  /** Runs it with the default number of retries. */
  public Delegation.Accepted run() throws Exception {
    return within(null);
  }

  /** Runs it. */
  public Delegation.Accepted within(@Nullable Integer retries) throws Exception {
    Vocabulary vocabulary =
        new Vocabulary(
            new ScriptGrants(
                List.of(root),
                root,
                new EgressPolicy(hosts.stream().map(AllowedHost::parseDomain).toList()),
                environment,
                args,
                log::add,
                InstantSource.fixed(NOW)));
    HookedVerification verification =
        new HookedVerification(
            Optional.ofNullable(script).map(source -> new InlineVerifier(source, vocabulary)),
            Hooks.load(hooks, vocabulary, log::add));
    return new Delegation(verification, verification)
        .run(new DelegationRequest("the task", "inline", depth, retries), this, this);
  }

  @Override
  public DelegationResult run(String prompt) throws IOException {
    prompts.add(prompt);
    Answer answer = answers.get(Math.min(prompts.size(), answers.size()) - 1);
    return DelegationResult.of(DelegationJson.parse(answer.give()));
  }

  @Override
  public void ended(int verifyAttempts, Outcome outcome, @Nullable DelegationException error) {
    recorded =
        verifyAttempts + " " + outcome.wire() + (error == null ? "" : " " + error.kind().wire());
  }
}
