package dev.assay.gate;

import dev.assay.client.AssayClient;
import dev.assay.core.stop.StopGate;
import dev.assay.core.stop.StopMemory;
import dev.assay.core.stop.StopVerdict;
import dev.assay.schemas.ConfigException;
import dev.assay.schemas.Digests;
import dev.assay.schemas.TraceContext;
import dev.assay.schemas.hook.Harness;
import dev.assay.schemas.hook.HookAnswer;
import dev.assay.schemas.hook.HookPayload;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One claim of done: gathers, submits and answers.
 *
 * @param closed whether an agent is kept from stopping when nothing can be verified
 * @param environment where the harness keeps its sessions, and the trace that it is in
 */
record StopHook(
    Harness harness,
    boolean closed,
    URI url,
    @Nullable String token,
    Map<String, String> environment) {

  /** What a claim consists of, and by which rules. */
  private record Gathered(
      Repository repository, RepositoryFile rules, Evidence evidence, boolean committed) {}

  /** Ours, since what the agent says is not read. */
  private static final String CLAIM = "The agent says that it is done.";

  /**
   * Once in a session and for a file that has changed: whoever installed the gate believes that it
   * verifies.
   */
  private static final HookAnswer NOTHING_REQUIRED =
      new HookAnswer.Tell(
          "Assay: not verified: "
              + RepositoryFile.NAME
              + " asks for no evidence; name the reports of the tests in it [NOTHING_REQUIRED]");

  /** The answer to {@code payload}. */
  HookAnswer answer(HookPayload payload, Path directory, SessionFiles session)
      throws InterruptedException {
    try {
      return judged(payload, directory, session);
    } catch (GateException e) {
      return unjudged(payload, session, e.code(), String.valueOf(e.getMessage()));
    } catch (ConfigException e) {
      return unjudged(payload, session, "CONFIGURATION", e.getMessage() + RepositoryFile.REPAIR);
    } catch (IOException e) {
      return unjudged(
          payload,
          session,
          "FILE_UNREADABLE",
          "expected to read the evidence and what the gate remembers, " + StopText.unreadable(e));
    }
  }

  private HookAnswer judged(HookPayload payload, Path directory, SessionFiles session)
      throws IOException, InterruptedException {
    boolean known = session.known();
    StopMemory before = session.memory();
    Optional<Path> root = Repository.find(directory);
    if (root.isEmpty()) {
      return unruled(payload, directory, before, known, session);
    }
    byte[] file = RepositoryFile.bytes(root.get());
    String rulesDigest = Digests.sha256Hex(file);
    StopMemory memory = before.ruledBy(rulesDigest);
    Gathered gathered = gathered(payload, root.get(), file, memory, session);
    StopGate.Step step =
        gathered.rules().asksForNothing()
            ? new StopGate.Step(
                rulesDigest.equals(before.rules()) ? new HookAnswer.Silent() : NOTHING_REQUIRED,
                memory)
            : step(gathered, memory);
    String note = note(before.rules(), rulesDigest, gathered.committed());
    boolean later = note != null && step.answer() instanceof HookAnswer.Block;
    // A harness shows no message beside a block: what the person has to know waits for the next.
    StopMemory next = later ? step.memory().ruledBy(before.rules()) : step.memory();
    HookAnswer answer = note == null ? step.answer() : withNote(step.answer(), note);
    try {
      session.remember(next);
      if (next.claim() > before.claim()) {
        session.forgetCalls();
      }
      return answer;
    } catch (IOException _) {
      return StopGate.unremembered(answer, payload.active());
    }
  }

  private Gathered gathered(
      HookPayload payload, Path root, byte[] file, StopMemory memory, SessionFiles session)
      throws IOException, InterruptedException {
    return Timed.gathered(
        GateLimits.GATHER_TIME, () -> gather(payload, root, file, memory, session));
  }

  private Gathered gather(
      HookPayload payload, Path root, byte[] file, StopMemory memory, SessionFiles session)
      throws IOException, InterruptedException {
    Repository repository = Repository.open(root);
    RepositoryFile rules =
        RepositoryFile.parse(
            new String(file, StandardCharsets.UTF_8), variables(repository, memory, session));
    String named = payload.transcript();
    Path transcript =
        named == null || rules.trace() != RepositoryFile.Trace.TRANSCRIPT
            ? null
            : Transcripts.find(harness, named, environment).orElse(null);
    return new Gathered(
        repository,
        rules,
        Evidence.gather(repository, rules, session, transcript),
        repository.committed(file));
  }

  private StopGate.Step step(Gathered gathered, StopMemory memory) throws InterruptedException {
    RepositoryFile rules = gathered.rules();
    Evidence evidence = gathered.evidence();
    if (evidence.items().isEmpty() && rules.requires().isEmpty() && evidence.complete()) {
      return new StopGate.Step(new HookAnswer.Silent(), memory);
    }
    String inputs = evidence.digest(rules);
    Optional<StopGate.Step> known =
        rules.groundTruth() == null ? StopGate.known(memory, inputs) : Optional.empty();
    if (known.isPresent()) {
      return known.get();
    }
    Optional<StopVerdict> missing = evidence.missing(rules.workItem());
    if (missing.isPresent()) {
      return StopGate.judged(memory, inputs, missing.get());
    }
    StopMemory attempted = memory.attempted();
    try (AssayClient client = AssayClient.brief(url, token)) {
      return StopGate.judged(
          attempted,
          inputs,
          StopVerdict.of(
              new Submission(client, url, rules, gathered.repository())
                  .explained(
                      evidence,
                      new Submission.Sender(
                          "assay:hook",
                          harness.wire(),
                          Submission.claims(CLAIM, gathered.committed()),
                          null,
                          false,
                          environment.get(TraceContext.VARIABLE)),
                      attempted.attempt())));
    }
  }

  private static Map<String, String> variables(
      Repository repository, StopMemory memory, SessionFiles session) {
    return Map.of(
        "REPOSITORY",
        RepositoryFile.idPart(String.valueOf(repository.root().getFileName())),
        "BRANCH",
        RepositoryFile.idPart(repository.branch()),
        "SESSION",
        session.name(),
        "CLAIM",
        Integer.toString(memory.claim()));
  }

  /** Once in a session, since a gate for all repositories of a person is called in every one. */
  private HookAnswer unruled(
      HookPayload payload, Path directory, StopMemory memory, boolean known, SessionFiles session) {
    if (known && !closed && memory.rules() == null) {
      return new HookAnswer.Silent();
    }
    HookAnswer answer =
        unjudged(
            payload,
            session,
            "NO_REPOSITORY_FILE",
            "expected "
                + RepositoryFile.NAME
                + " in the repository of "
                + StopText.path(directory.toString())
                + ", found none; assay init writes one");
    if (!closed) {
      try {
        session.remember(memory);
      } catch (IOException _) {
        // What is not remembered is told again.
      }
    }
    return answer;
  }

  private HookAnswer unjudged(HookPayload payload, SessionFiles session, String code, String text) {
    return new Unjudged(closed).answer(session, payload.active(), code, text);
  }

  /** What the person has to know of the rules, or null. */
  private static @Nullable String note(@Nullable String before, String now, boolean committed) {
    if (before == null) {
      return committed ? null : "is not the one of the commit";
    }
    return before.equals(now) ? null : "has changed since the claim before";
  }

  private static HookAnswer withNote(HookAnswer answer, String what) {
    String note = "Assay: " + RepositoryFile.NAME + " " + what + "; look at it.";
    return switch (answer) {
      case HookAnswer.Silent _ -> new HookAnswer.Tell(note);
      case HookAnswer.Tell(String message) -> new HookAnswer.Tell(message + ". " + note);
      case HookAnswer.Block block -> block;
    };
  }
}
