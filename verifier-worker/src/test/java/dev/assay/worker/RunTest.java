package dev.assay.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.artifact.ArtifactStore;
import dev.assay.artifact.DirectoryArtifactStore;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.FailureSignature;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationReport;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.verifier.ArtifactUnusableException;
import dev.assay.verifier.DependencyUnavailableException;
import dev.assay.verifier.Finding;
import dev.assay.verifier.VerificationScope;
import dev.assay.verifier.Verifier;
import dev.assay.verifier.VerifierInfo;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.ZipException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which failures of a verifier are tried again, and which end a request with one report. */
class RunTest {

  private static final String ID = Digests.sha256Hex("id");

  private static final ScratchQuota QUOTA = new ScratchQuota(1_000_000, 100);

  @TempDir private Path directory;
  private ArtifactStore store;
  private ArtifactRef artifact;

  @BeforeEach
  void open() throws IOException {
    store = DirectoryArtifactStore.open(directory.resolve("store"));
    byte[] bytes = new byte[9];
    String sha256 =
        store.put(new ByteArrayInputStream(bytes), "text/plain", null, bytes.length).sha256();
    artifact = new ArtifactRef(ArtifactRole.TEST_REPORT, sha256, bytes.length, "text/plain", null);
  }

  @AfterEach
  void close() {
    store.close();
  }

  static List<IOException> whatBytesMayCause() {
    return List.of(
        new EOFException("too short"),
        new ZipException("no zip"),
        new FileSystemException("a/b", null, "Not a directory"),
        new FileSystemException("a", null, "File name too long"),
        new IOException(new IllegalStateException("a parser's own")));
  }

  @ParameterizedTest
  @MethodSource("whatBytesMayCause")
  void anIOExceptionThatBytesCauseIsOneReportAndNoOutage(IOException caused) throws Exception {
    assertGivenUp(of((_, _) -> throwing(caused)));
    assertGivenUp(
        of((_, _) -> {
          throw new UncheckedIOException(caused);
        }));
  }

  @Test
  void anArtifactOfWhichNothingCanBeSaidIsInconclusiveWithTheVerifiersCode() throws Exception {
    IOException unusable = new ArtifactUnusableException("REPORT_EMPTY", "the report is empty");

    for (IOException thrown : List.of(unusable, new IOException("a parser's words", unusable))) {
      VerificationReport report = of((_, _) -> throwing(thrown));

      assertThat(report.result()).isEqualTo(Result.INCONCLUSIVE);
      assertThat(report.summary()).isEqualTo("the report is empty");
      assertThat(report.failureSignatures())
          .containsExactly(FailureSignature.named("judging", "REPORT_EMPTY"));
      assertThat(Rerun.aboutTheRun(report)).isFalse();
    }
  }

  @Test
  @SuppressWarnings("NullAway") // as an author's mistake is
  void aVerifierThatAnswersNothingIsABrokenOne() {
    assertThatThrownBy(() -> of((_, _) -> null)).isInstanceOf(VerifierFailedException.class);
  }

  @Test
  void aDependencyThatFailsIsTriedAgain() {
    assertOutage((_, _) -> throwing(new DependencyUnavailableException("a database")));
    assertOutage((_, _) -> {
      throw new UncheckedIOException(new DependencyUnavailableException("a database"));
    });
  }

  @Test
  void anObjectStoreThatFailsIsTriedAgainHoweverAParserDressesIt() {
    try (ArtifactStore failing = new FailingArtifactStore(store, 1, 0)) {
      assertThatThrownBy(() ->
              of(
                  failing,
                  (request, scope) -> {
                    try (InputStream in = scope.open(request.artifacts().getFirst())) {
                      return throwing(new EOFException("read " + in.read()));
                    } catch (IOException e) {
                      throw new IOException("a parser's words", e);
                    }
                  }))
          .isInstanceOf(DependencyUnavailableException.class);
    }
  }

  @Test
  void aRunThatFillsItsScratchDirectoryIsEndedAndItsFilesAreRemoved() throws Exception {
    VerificationReport report =
        of((_, scope) -> {
          for (int i = 0; true; i++) {
            Files.write(scope.scratch().resolve("file-" + i % 50), new byte[100_000]);
            scope.deadline().check();
          }
        });

    assertOverfull(report);
  }

  @Test
  void aRunThatFilledItsScratchDirectoryBeforeAnybodyLookedIsInconclusive() throws Exception {
    VerificationReport report =
        of((_, scope) -> {
          Path deep = scope.scratch();
          for (int i = 0; i < 100; i++) {
            deep = Files.createDirectory(deep.resolve("d"));
          }
          return pass();
        });

    assertOverfull(report);
  }

  @Test
  void aLinkOutOfTheScratchDirectoryCountsAsOneEntry() throws Exception {
    Files.write(directory.resolve("great"), new byte[2_000_000]);

    VerificationReport report =
        of((_, scope) -> {
          Files.createSymbolicLink(scope.scratch().resolve("link"), directory.resolve("great"));
          return pass();
        });

    assertThat(report.result()).isEqualTo(Result.PASS);
  }

  private void assertOverfull(VerificationReport report) throws IOException {
    assertThat(report.result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(report.failureSignatures())
        .containsExactly(
            FailureSignature.named(Finding.ABOUT_RUN, ErrorCode.SCRATCH_EXCEEDED.name()));
    assertThat(directory.resolve("scratch")).isEmptyDirectory();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void aScratchDirectoryThatCannotBeMadeIsTriedAgain() throws IOException {
    Files.writeString(directory.resolve("scratch"), "in the way");

    assertOutage((_, scope) -> throwing(new IOException(scope.scratch().toString())));
  }

  @Test
  void aRunThatIsCutOffWhileItReadsIsNoReport() {
    assertThatThrownBy(() -> of((_, _) -> throwing(new ClosedByInterruptException())))
        .isInstanceOf(InterruptedException.class);
    assertThatThrownBy(() ->
            of((_, _) -> {
              Thread.currentThread().interrupt();
              return throwing(new EOFException());
            }))
        .isInstanceOf(InterruptedException.class);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void aDocumentThatIsTooLargeToStoreIsNoOutage() throws Exception {
    assertGivenUp(
        of((_, scope) -> {
          InputStream large =
              new FilterInputStream(InputStream.nullInputStream()) {
                private long left = WorkerLimits.DOCUMENT_BYTES_MAX + 1;

                @Override
                public int read(byte[] buffer, int offset, int length) {
                  int read = (int) Math.min(left, length);
                  left -= read;
                  return read == 0 ? -1 : read;
                }
              };
          return throwing(new IOException(scope.store("text/plain", large)));
        }));
  }

  private static Finding pass() {
    return Finding.of(Result.PASS, List.of(), "passes", List.of("go on"), 1, List.of(), List.of());
  }

  private static Finding throwing(IOException thrown) throws IOException {
    throw thrown;
  }

  private static void assertGivenUp(VerificationReport report) {
    assertThat(report.result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(report.failureSignatures())
        .containsExactly(
            FailureSignature.named(Finding.ABOUT_RUN, ErrorCode.VERIFIER_FAILED.name()));
  }

  private void assertOutage(Judgement judgement) {
    assertThatThrownBy(() -> of(judgement)).isInstanceOf(DependencyUnavailableException.class);
  }

  private VerificationReport of(Judgement judgement) throws IOException, InterruptedException {
    return of(store, judgement);
  }

  private VerificationReport of(ArtifactStore artifacts, Judgement judgement)
      throws IOException, InterruptedException {
    return new Run(artifacts, directory.resolve("scratch"), QUOTA)
        .of(new Judging(judgement), request(), 60_000, new AtomicLong())
        .report();
  }

  private VerificationRequest request() {
    return new VerificationRequest(
        ID,
        "work",
        ID,
        ID,
        1,
        "judging",
        "{}",
        List.of(artifact),
        null,
        null,
        Risk.LOW,
        null,
        60_000,
        null);
  }

  private interface Judgement {
    Finding of(VerificationRequest request, VerificationScope scope)
        throws IOException, InterruptedException;
  }

  private record Judging(Judgement judgement) implements Verifier {

    @Override
    public VerifierInfo info() {
      return new VerifierInfo(
          "judging", "1", VerifierInfo.Pace.LONG, Set.of(ArtifactRole.TEST_REPORT), Set.of());
    }

    @Override
    public Finding verify(VerificationRequest request, VerificationScope scope)
        throws IOException, InterruptedException {
      return judgement.of(request, scope);
    }
  }
}
