package dev.assay.gate;

import dev.assay.client.AssayClient;
import dev.assay.core.stop.StopGate;
import dev.assay.core.stop.StopMemory;
import dev.assay.core.stop.StopVerdict;
import dev.assay.schemas.ConfigException;
import dev.assay.schemas.Digests;
import dev.assay.schemas.hook.Harness;
import dev.assay.schemas.hook.HookAnswer;
import dev.assay.schemas.hook.HookPayload;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One claim of done: gathers, submits and answers.
 *
 * @param closed whether an agent is kept from stopping when nothing can be verified
 */
record StopHook(Harness harness, boolean closed, URI url, @Nullable String token) {

  /** The answer to {@code payload}. */
  HookAnswer answer(HookPayload payload, Path directory, SessionFiles session)
      throws InterruptedException {
    StopMemory memory = StopMemory.NONE;
    try {
      boolean known = session.known();
      memory = session.memory();
      Optional<Path> root = Repository.find(directory);
      if (root.isEmpty()) {
        return unruled(memory, known, session);
      }
      String rulesDigest =
          Digests.sha256Hex(Files.readAllBytes(root.get().resolve(RepositoryFile.NAME)));
      boolean changed = memory.rules() != null && !memory.rules().equals(rulesDigest);
      memory = memory.ruledBy(rulesDigest);
      StopGate.Step step = step(payload, root.get(), memory, session);
      session.remember(step.memory());
      if (step.memory().claim() > memory.claim()) {
        session.forgetCalls();
      }
      return changed ? withNote(step.answer()) : step.answer();
    } catch (GateException e) {
      return unjudged(memory, session, e.code(), String.valueOf(e.getMessage()));
    } catch (ConfigException e) {
      return unjudged(memory, session, "CONFIGURATION", String.valueOf(e.getMessage()));
    } catch (IOException e) {
      return unjudged(
          memory,
          session,
          "FILE_UNREADABLE",
          "expected to read the evidence and to keep what the gate remembers, found "
              + e.getClass().getSimpleName());
    }
  }

  private StopGate.Step step(
      HookPayload payload, Path root, StopMemory memory, SessionFiles session)
      throws IOException, InterruptedException {
    Repository repository = Repository.open(root);
    RepositoryFile rules = RepositoryFile.read(root, variables(repository, memory, session));
    String transcript = payload.transcript();
    Evidence evidence =
        Evidence.gather(repository, rules, session, transcript == null ? null : path(transcript));
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
    try (AssayClient client = new AssayClient(url, token)) {
      return StopGate.judged(
          attempted,
          inputs,
          new Submission(client, rules, repository)
              .judge(evidence, harness.wire(), attempted.attempt()));
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

  private static Path path(String text) {
    try {
      return Path.of(text);
    } catch (java.nio.file.InvalidPathException _) {
      throw new GateException("INVALID_FIELD", "expected a path in transcript_path, found none");
    }
  }

  /** Once in a session, since a gate for all repositories of a person is called in every one. */
  private HookAnswer unruled(StopMemory memory, boolean known, SessionFiles session)
      throws IOException {
    if (known && !closed && memory.rules() == null) {
      return new HookAnswer.Silent();
    }
    return unjudged(
        memory,
        session,
        "NO_REPOSITORY_FILE",
        "expected "
            + RepositoryFile.NAME
            + " in this repository, found none; assay init writes one");
  }

  private HookAnswer unjudged(StopMemory memory, SessionFiles session, String code, String text) {
    StopGate.Step step = StopGate.unjudged(memory, code, text, closed);
    try {
      session.remember(step.memory());
    } catch (IOException _) {
      // What is not remembered is asked about again.
    }
    return step.answer();
  }

  private static HookAnswer withNote(HookAnswer answer) {
    String note =
        "Assay: " + RepositoryFile.NAME + " has changed since the claim before; look at it.";
    return switch (answer) {
      case HookAnswer.Silent _ -> new HookAnswer.Tell(note);
      case HookAnswer.Tell(String message) -> new HookAnswer.Tell(message + ' ' + note);
      case HookAnswer.Block block -> block;
    };
  }
}
