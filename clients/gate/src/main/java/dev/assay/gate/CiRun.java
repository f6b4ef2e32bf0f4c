package dev.assay.gate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.client.AssayClient;
import dev.assay.gate.ci.Annotations;
import dev.assay.gate.ci.CiOutcome;
import dev.assay.gate.ci.CiOutcome.State;
import dev.assay.gate.ci.CiText;
import dev.assay.gate.ci.JUnitDocument;
import dev.assay.gate.ci.JsonDocuments;
import dev.assay.gate.ci.Summary;
import dev.assay.schemas.ConfigException;
import dev.assay.schemas.RejectedException;
import dev.assay.schemas.TraceContext;
import dev.assay.schemas.message.EvidenceData;
import dev.assay.schemas.message.Producer;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One job: gathers, submits, and tells what was found. */
final class CiRun {

  private static final String SOURCE = "assay:ci";

  /** Of a job whose repository names no work item. */
  private static final String WORK_ITEM = "ci/${REPOSITORY}/${BRANCH}/${SESSION}";

  private static final String NO_REPOSITORY_FILE = "NO_REPOSITORY_FILE";
  private static final String NOT_DECIDED = "NOT_DECIDED";
  private static final String NO_IDENTITY = "NO_IDENTITY";

  private final Surroundings around;
  private final CiOptions options;
  private final CiPlace place;
  private String workItem;

  /** The statement of the promotion, when there is one. */
  private @Nullable JsonNode summary;

  CiRun(Surroundings around, CiOptions options) {
    this.around = around;
    this.options = options;
    this.place = CiPlace.of(around.environment());
    this.workItem = options.workItem == null ? "unknown" : options.workItem;
  }

  /** The exit code, once everything is written. */
  int run() throws InterruptedException {
    long start = System.currentTimeMillis();
    CiOutcome outcome = outcome();
    boolean told = told(outcome, start);
    print(outcome);
    return told ? outcome.state().exit() : GateCli.OPERATIONAL;
  }

  /** Tells the runner of a call that is wrong, in the files that were named in front of that. */
  void refused(String why) {
    CiOutcome outcome = CiOutcome.unjudged(workItem, State.ERROR, "USAGE", List.of(why), List.of());
    var _ = told(outcome, System.currentTimeMillis());
    annotate(outcome);
  }

  private boolean told(CiOutcome outcome, long start) {
    try {
      write(outcome, start);
      return true;
    } catch (IOException e) {
      around
          .err()
          .println(
              "error: expected to write the summary and the reports, found "
                  + e.getClass().getSimpleName()
                  + " [OUTPUT_LOST]");
      return false;
    }
  }

  private CiOutcome outcome() throws InterruptedException {
    try {
      return judged();
    } catch (GateException e) {
      boolean open = e.code().equals(NO_IDENTITY) || e.code().equals(NOT_DECIDED);
      return unjudged(open ? State.UNDECIDED : State.ERROR, e.code(), e);
    } catch (ConfigException e) {
      return unjudged(
          State.ERROR,
          "CONFIGURATION",
          new ConfigException(e.getMessage() + RepositoryFile.REPAIR));
    } catch (RejectedException e) {
      return unjudged(State.ERROR, e.rejection().code().name(), e);
    } catch (IOException e) {
      return unjudged(
          State.ERROR,
          "FILE_UNREADABLE",
          new IOException("expected readable files, found " + e.getClass().getSimpleName()));
    }
  }

  private CiOutcome unjudged(State state, String code, Exception e) {
    return CiOutcome.unjudged(
        workItem, state, code, List.of(String.valueOf(e.getMessage())), List.of());
  }

  private CiOutcome judged() throws IOException, InterruptedException {
    Optional<Path> found = Repository.find(around.directory());
    if (found.isEmpty() && options.artifacts.isEmpty()) {
      throw new GateException(
          NO_REPOSITORY_FILE,
          "expected "
              + RepositoryFile.NAME
              + " in the repository of "
              + StopText.path(around.directory().toString())
              + " or --artifact, found neither; assay init writes one");
    }
    Repository git = Repository.open(found.orElse(around.directory()));
    Repository repository = new Repository(git.root(), place.branch(), commit(git), git.rules());
    byte[] file =
        found.isPresent()
            ? RepositoryFile.bytes(found.get())
            : "{}".getBytes(StandardCharsets.UTF_8);
    RepositoryFile rules = rules(file);
    workItem = rules.workItem();
    Evidence evidence =
        Timed.gathered(
            GateLimits.JOB_GATHER_TIME, () -> Evidence.gather(repository, rules, null, null));
    if (!evidence.complete()) {
      return CiOutcome.unjudged(
          workItem,
          State.UNDECIDED,
          "REQUIRED_EVIDENCE_MISSING",
          evidence.lacks(),
          List.of("run what writes these files, such as the tests, before assay ci"));
    }
    if (options.evidence && evidence.items().size() > EvidenceData.ARTIFACTS_MAX) {
      throw new GateException(
          "EVIDENCE_TOO_LARGE",
          "expected at most "
              + EvidenceData.ARTIFACTS_MAX
              + " artifacts to vouch for, found "
              + evidence.items().size());
    }
    URI url = AssayHome.url(options.url, around.environment());
    String token =
        CiIdentity.token(place, options.tokenFile, options.audience, around.environment());
    mask(token);
    try (AssayClient client = new AssayClient(url, token)) {
      Submission.Judged judged =
          new Submission(client, url, rules, repository)
              .judged(
                  evidence,
                  sender(found.isEmpty() || git.committed(file)),
                  attempt(),
                  options.predicate != null);
      summary = judged.summary();
      return CiOutcome.of(judged.explanation());
    }
  }

  private RepositoryFile rules(byte[] file) {
    Map<String, String> variables =
        Map.of(
            "REPOSITORY", place.repository(),
            "BRANCH", place.branch(),
            "SESSION", place.session(),
            "CLAIM", "1");
    return RepositoryFile.parse(new String(file, StandardCharsets.UTF_8), variables, WORK_ITEM)
        .with(
            options.workItem,
            options.waitSeconds,
            options.artifacts.stream().map(RepositoryFile.Rule::of).toList());
  }

  private @Nullable String commit(Repository git) {
    return options.commit == null ? place.judged(git.commit()) : options.commit;
  }

  private int attempt() {
    return Objects.requireNonNullElse(options.attempt, place.attempt());
  }

  private Submission.Sender sender(boolean committed) {
    boolean told = options.command != null || options.exitCode != null;
    return new Submission.Sender(
        SOURCE,
        place.runner().wire(),
        Submission.claims("The job of continuous integration has run.", committed),
        told ? new Producer(options.command, options.exitCode, Map.of()) : null,
        options.evidence,
        around.environment().get(TraceContext.VARIABLE));
  }

  /** So that the runner blots it out wherever else it is printed. */
  private void mask(@Nullable String token) {
    if (token != null && place.runner() == CiPlace.Runner.GITHUB && token.matches("\\S+")) {
      around.out().println("::add-mask::" + token);
    }
  }

  private void write(CiOutcome outcome, long start) throws IOException {
    Path page = options.summary == null ? variable("GITHUB_STEP_SUMMARY") : options.summary;
    if (page != null) {
      append(page, Summary.markdown(outcome));
    }
    Path output = variable("GITHUB_OUTPUT");
    if (output != null) {
      append(
          output,
          "decision=%s%nwork-item=%s%nstate=%s%ncode=%s%n"
              .formatted(
                  outcome.decision(),
                  outcome.workItem(),
                  outcome.state().name(),
                  outcome.codes().isEmpty() ? "" : outcome.codes().getFirst()));
    }
    if (options.predicate != null && summary == null) {
      Files.deleteIfExists(around.directory().resolve(options.predicate));
    }
    if (summary != null) {
      file(options.predicate, json(summary.path("predicate")));
      if (output != null) {
        append(
            output,
            "predicate-type=%s%n".formatted(CiText.line(summary.path("predicateType").asText())));
      }
    }
    file(options.comment, Summary.comment(outcome).getBytes(StandardCharsets.UTF_8));
    file(options.junit, JUnitDocument.of(outcome));
    file(options.ctrf, json(JsonDocuments.ctrf(outcome, start, System.currentTimeMillis())));
    file(options.sarif, json(JsonDocuments.sarif(outcome)));
    file(options.codeQuality, json(JsonDocuments.codeQuality(outcome)));
  }

  private static byte[] json(JsonNode document) {
    return PrettyJson.text(document).getBytes(StandardCharsets.UTF_8);
  }

  private @Nullable Path variable(String name) {
    String value =
        place.runner() == CiPlace.Runner.GITHUB ? around.environment().getOrDefault(name, "") : "";
    return value.isEmpty() ? null : Path.of(value);
  }

  private void append(Path file, String text) throws IOException {
    Files.writeString(
        around.directory().resolve(file),
        text,
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  private void file(@Nullable Path file, byte[] bytes) throws IOException {
    if (file == null) {
      return;
    }
    Path target = around.directory().resolve(file);
    Path parent = target.getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    Files.write(target, bytes);
  }

  private void print(CiOutcome outcome) {
    PrintStream out = around.out();
    out.println("assay: " + CiText.line(outcome.summary()));
    for (CiOutcome.Check check : outcome.checks()) {
      out.println(
          "assay: " + CiText.line(check.verifier() + ' ' + check.result() + ' ' + check.basis()));
      check
          .failures()
          .forEach(each ->
              out.println(
                  "assay:   "
                      + CiText.line("failed " + each.name() + ", signature " + each.signature())));
    }
    outcome.findings().forEach(each -> out.println("assay: " + each));
    outcome.next().forEach(each -> out.println("assay: next: " + each));
    annotate(outcome);
  }

  private void annotate(CiOutcome outcome) {
    PrintStream out = around.out();
    if (place.runner() == CiPlace.Runner.GITHUB) {
      Annotations.lines(outcome).forEach(out::println);
    }
    out.flush();
  }
}
