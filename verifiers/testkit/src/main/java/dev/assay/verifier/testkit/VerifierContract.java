package dev.assay.verifier.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.assay.schemas.Digests;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.ReservedIds;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.Producer;
import dev.assay.schemas.message.ReportTarget;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationReport;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.verifier.ArtifactUnusableException;
import dev.assay.verifier.Deadline;
import dev.assay.verifier.DependencyUnavailableException;
import dev.assay.verifier.Finding;
import dev.assay.verifier.NotAllowedHereException;
import dev.assay.verifier.ScratchTree;
import dev.assay.verifier.TamperedArtifactException;
import dev.assay.verifier.Verifier;
import dev.assay.verifier.VerifierProvider;
import dev.assay.verifier.specimen.Part;
import dev.assay.verifier.specimen.Specimen;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.function.Executable;

/**
 * What every verifier holds to, whatever it judges. The specimens of its provider, good ones above
 * all, are what is tampered with, cut short and cancelled; without any only hostile bytes are shown
 * to it. Use it as
 *
 * <pre>{@code
 * @TestFactory
 * Stream<DynamicTest> contract() {
 *   return VerifierContract.of(new MyProvider(), "{}");
 * }
 * }</pre>
 */
public final class VerifierContract {

  private static final int SPECIMENS = 6;
  private static final int SEED = 20_261_124;
  private static final Duration LONGEST = Duration.ofMinutes(2);

  private final Verifier verifier;
  private final List<Specimen> specimens;

  private VerifierContract(Verifier verifier, List<Specimen> specimens) {
    this.verifier = verifier;
    this.specimens = specimens;
  }

  /** How a run ended, as a worker tells it. */
  private sealed interface End {

    record Found(Finding finding) implements End {}

    /** In one of the ways that are no finding and no defect. */
    record Typed(Exception why) implements End {}

    record Broken(Throwable why) implements End {}

    default boolean isPass() {
      return this instanceof Found(Finding finding) && finding.result() == Result.PASS;
    }
  }

  /**
   * The tests of all verifiers that {@code provider} makes.
   *
   * @param settings JSON of the worker's settings
   */
  public static <S extends Record> Stream<DynamicTest> of(
      VerifierProvider<S> provider, String settings) {
    Path home = temporary();
    S read =
        switch (Json.parse(settings.getBytes(StandardCharsets.UTF_8), provider.settings())) {
          case Parsed.Accepted<S>(S accepted) -> accepted;
          case Parsed.Rejected<S>(var rejection) -> throw new AssertionError(rejection.detail());
        };
    List<Verifier> verifiers =
        provider.verifiers(read, new VerifierProvider.Host(home, home, Map.of()));
    Random random = new Random(SEED);
    List<Specimen> specimens =
        provider.specimens().stream()
            .flatMap(family ->
                Stream.iterate(0, i -> i < SPECIMENS, i -> i + 1)
                    .map(i -> family.specimen(i % 2 == 0, random)))
            .toList();
    return verifiers.stream()
        .flatMap(verifier ->
            new VerifierContract(
                    verifier,
                    specimens.stream()
                        .filter(each -> each.verifierType().equals(verifier.info().type()))
                        .toList())
                .tests())
        .onClose(() -> verifiers.forEach(Verifier::close));
  }

  private Stream<DynamicTest> tests() {
    List<DynamicTest> tests = new ArrayList<>();
    add(tests, "saysWhatItJudges", this::saysWhatItJudges);
    if (!specimens.isEmpty()) {
      add(tests, "isRightAboutItsSpecimens", this::isRightAboutItsSpecimens);
      add(tests, "saysTheSameAgainWhenReproducible", this::saysTheSameAgain);
      add(tests, "neverPassesTamperedBytes", () -> faulty(MemoryScope.Fault.TAMPERED));
      add(tests, "neverPassesWhatTheStoreCutShort", () -> faulty(MemoryScope.Fault.UNAVAILABLE));
      add(tests, "endsWhenItIsCancelled", this::endsWhenCancelled);
      add(tests, "endsWhenItsTimeIsOver", this::endsWhenOver);
    }
    Map<String, byte[]> hostile = HostileBytes.all();
    hostile.forEach(
        (name, bytes) -> add(tests, "neverPasses[" + name + "]", () -> hostileSubject(bytes)));
    if (!verifier.info().companions().isEmpty() && !specimens.isEmpty()) {
      hostile.forEach((name, bytes) ->
          add(tests, "survivesBeside[" + name + "]", () -> hostileCompanion(bytes)));
    }
    return tests.stream();
  }

  private void add(List<DynamicTest> tests, String claim, Executable test) {
    tests.add(
        DynamicTest.dynamicTest(
            verifier.info().type() + " " + claim, () -> assertTimeoutPreemptively(LONGEST, test)));
  }

  private void saysWhatItJudges() {
    assertThat(verifier.info().subjects()).as("roles that it judges").isNotEmpty();
    assertThat(verifier.info().companions())
        .doesNotContainAnyElementsOf(verifier.info().subjects());
  }

  private void isRightAboutItsSpecimens() throws IOException {
    for (Specimen specimen : specimens) {
      End end = run(specimen, MemoryScope.Fault.NONE, Deadline.in(LONGEST), false);

      assertThat(end).isNotInstanceOf(End.Broken.class);
      assertThat(end.isPass()).as("bad: %s, %s", specimen.bad(), end).isNotEqualTo(specimen.bad());
    }
  }

  private void saysTheSameAgain() throws IOException {
    if (verifier.info().reproducible()) {
      for (Specimen specimen : specimens) {
        End once = run(specimen, MemoryScope.Fault.NONE, Deadline.in(LONGEST), false);
        End again = run(specimen, MemoryScope.Fault.NONE, Deadline.in(LONGEST), false);

        assertThat(canonical(again)).isEqualTo(canonical(once));
      }
    }
  }

  private static String canonical(End end) {
    return end instanceof End.Found(Finding finding)
        ? new String(Json.canonical(finding), StandardCharsets.UTF_8)
        : end.toString();
  }

  private void faulty(MemoryScope.Fault fault) throws IOException {
    for (Specimen specimen : good()) {
      assertNoPass(run(specimen, fault, Deadline.in(LONGEST), false));
    }
  }

  private void endsWhenCancelled() throws IOException {
    for (Specimen specimen : good()) {
      assertNoPass(run(specimen, MemoryScope.Fault.NONE, Deadline.in(LONGEST), true));
    }
  }

  private void endsWhenOver() throws IOException {
    for (Specimen specimen : good()) {
      assertNoPass(run(specimen, MemoryScope.Fault.NONE, Deadline.of(() -> -1), false));
    }
  }

  private List<Specimen> good() {
    return specimens.stream().filter(specimen -> !specimen.bad()).toList();
  }

  /** As each role that it judges; beside what goes with a good specimen, when there is one. */
  private void hostileSubject(byte[] bytes) throws IOException {
    for (ArtifactRole role : verifier.info().subjects()) {
      Part subject = Part.bytes(role, "application/octet-stream", bytes);
      List<Part> parts = new ArrayList<>(List.of(subject));
      good().stream()
          .findFirst()
          .ifPresent(one -> parts.addAll(one.parts().subList(1, one.parts().size())));

      assertNoPass(run(with(parts), MemoryScope.Fault.NONE, Deadline.in(LONGEST), false));
    }
  }

  /** A good subject may pass on its own; it must not break the verifier. */
  private void hostileCompanion(byte[] bytes) throws IOException {
    for (ArtifactRole role : verifier.info().companions()) {
      for (Specimen specimen : good().subList(0, 1)) {
        List<Part> parts =
            List.of(
                specimen.parts().getFirst(), Part.bytes(role, "application/octet-stream", bytes));

        End end = run(with(parts), MemoryScope.Fault.NONE, Deadline.in(LONGEST), false);

        assertThat(end).as("beside %s", role).isNotInstanceOf(End.Broken.class);
      }
    }
  }

  private Specimen with(List<Part> parts) {
    return specimens.isEmpty()
        ? new Specimen(verifier.info().type(), true, parts)
        : new Specimen(
            verifier.info().type(),
            true,
            specimens.getFirst().config(),
            parts,
            specimens.getFirst().scripts(),
            specimens.getFirst().groundTruth());
  }

  private static void assertNoPass(End end) {
    assertThat(end).isNotInstanceOf(End.Broken.class);
    assertThat(end.isPass()).as("%s", end).isFalse();
  }

  private End run(
      Specimen specimen, MemoryScope.Fault fault, Deadline deadline, boolean interrupted)
      throws IOException {
    Path scratch = temporary();
    MemoryScope scope = new MemoryScope(scratch).until(deadline);
    specimen
        .scripts()
        .forEach(script -> scope.store("text/plain", script.getBytes(StandardCharsets.UTF_8)));
    List<ArtifactRef> artifacts = new ArrayList<>();
    for (Part part : specimen.parts()) {
      artifacts.add(
          scope.add(
              part.role(),
              part.mediaType(),
              part.open().readAllBytes(),
              new Producer("make check", part.exitCode(), Map.of())));
    }
    scope.with(fault);
    try {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      return run(request(specimen, artifacts), scope);
    } finally {
      var _ = Thread.interrupted();
      ScratchTree.delete(scratch);
    }
  }

  private End run(VerificationRequest request, MemoryScope scope) {
    try {
      Finding finding = verifier.verify(request, scope);
      if (finding.result() == Result.PASS) {
        for (ArtifactRef artifact : request.artifacts()) {
          scope.requireWhole(artifact);
        }
      }
      scope.requireNoCopy(report(finding), request);
      return new End.Found(finding);
    } catch (InterruptedException | NotAllowedHereException e) {
      return new End.Typed(e);
    } catch (IOException | UncheckedIOException e) {
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        if (isTyped(cause)) {
          return new End.Typed(e);
        }
      }
      return new End.Broken(e);
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      return new End.Broken(e);
    }
  }

  private static boolean isTyped(Throwable cause) {
    return cause instanceof DependencyUnavailableException
        || cause instanceof TamperedArtifactException
        || cause instanceof ArtifactUnusableException
        || cause instanceof InterruptedIOException
        || cause instanceof ClosedByInterruptException;
  }

  /** The report that the finding has to fit into. */
  private VerificationReport report(Finding finding) {
    return finding.report(
        verifier.info().type(),
        verifier.info().version(),
        new ReportTarget("contract", null, List.of()));
  }

  private static VerificationRequest request(Specimen specimen, List<ArtifactRef> artifacts) {
    String id = Digests.sha256Hex("contract");
    return new VerificationRequest(
        id,
        ReservedIds.CANARY_PREFIX + "contract",
        id,
        id,
        1,
        specimen.verifierType(),
        specimen.config(),
        artifacts,
        null,
        specimen.groundTruth(),
        Risk.LOW,
        null,
        LONGEST.toMillis(),
        null);
  }

  private static Path temporary() {
    try {
      Path directory = Files.createTempDirectory("verifier-contract-");
      directory.toFile().deleteOnExit();
      return directory;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
