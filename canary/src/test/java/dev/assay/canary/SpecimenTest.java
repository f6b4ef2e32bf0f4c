package dev.assay.canary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.Digests;
import dev.assay.schemas.ReservedIds;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.Producer;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.verifier.Deadline;
import dev.assay.verifier.Finding;
import dev.assay.verifier.VerificationScope;
import dev.assay.verifier.Verifier;
import dev.assay.verifier.VerifierProvider;
import dev.assay.verifier.catalog.VerifierCatalog;
import dev.assay.verifier.specimen.Part;
import dev.assay.verifier.specimen.Specimen;
import dev.assay.verifier.specimen.SpecimenFamily;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class SpecimenTest {

  private static final int SPECIMENS = 150;
  private static final Duration BUDGET = Duration.ofMinutes(1);
  private static final VerifierCatalog CATALOG = VerifierCatalog.builtIn();

  /** What the script verifier says of a run that contradicts itself; not even a failure. */
  private static final String CONTRADICTION =
      "the verify script exited with 0 but its log tells of failures";

  @TempDir private Path directory = Path.of("");
  private Map<String, Verifier> verifiers = Map.of();

  @BeforeEach
  void open() {
    verifiers =
        CATALOG
            .verifiers(
                Map.of(),
                new VerifierProvider.Host(directory, directory.resolve("truth"), Map.of()))
            .stream()
            .collect(Collectors.toMap(verifier -> verifier.info().type(), verifier -> verifier));
  }

  @AfterEach
  void close() {
    verifiers.values().forEach(Verifier::close);
  }

  static List<SpecimenFamily> families() {
    return CATALOG.specimens();
  }

  private static SpecimenFamily family(String type) {
    return families().stream()
        .filter(family -> family.verifierType().equals(type))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @MethodSource("families")
  void theRealVerifierIsNeverWrongAboutASpecimen(SpecimenFamily family) throws Exception {
    Random random = new Random(20_261_122);
    for (int i = 0; i < SPECIMENS; i++) {
      boolean bad = i % 2 == 0;
      Result result = judge(family.specimen(bad, random), i).result();

      assertThat(result == Result.PASS)
          .as("specimen %s, bad %s: %s", i, bad, result)
          .isNotEqualTo(bad);
    }
  }

  @Test
  void aDelegateWhoseWorkIsMissingFailsAndIsNeverMerelyUnverified() throws Exception {
    Random random = new Random(7);
    for (int i = 0; i < SPECIMENS; i++) {
      Finding finding = judge(family("delegation").specimen(true, random), i);

      assertThat(finding.result()).as(finding.summary()).isEqualTo(Result.FAIL);
    }
  }

  @Test
  void aTraceThatTheGroundTruthContradictsFails() throws Exception {
    Random random = new Random(7);
    for (int i = 0; i < SPECIMENS; i++) {
      Finding finding = judge(family("quick").specimen(true, random), i);

      assertThat(finding.result()).as(finding.summary()).isEqualTo(Result.FAIL);
    }
  }

  @Test
  void aScriptThatFindsNothingFailsOrContradictsItsOwnLog() throws Exception {
    Random random = new Random(7);
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < SPECIMENS / 2; i++) {
      Finding finding = judge(family("script").specimen(true, random), i);

      assertThat(finding.result())
          .as(finding.summary())
          .isEqualTo(finding.summary().equals(CONTRADICTION) ? Result.INCONCLUSIVE : Result.FAIL);
      seen.add(finding.summary().replaceAll("exit [0-9]+", "exit N"));
    }

    assertThat(seen)
        .contains(
            CONTRADICTION,
            "the verify script failed: exit N",
            "the verify script failed: verify.json ok=false");
  }

  @Test
  void theFirstRoundWaitsForTheStartButNeverLongerThanAnInterval() {
    assertThat(CanaryLoop.firstAfter(Duration.ofMinutes(5))).isEqualTo(CanaryLimits.FIRST_AFTER);
    assertThat(CanaryLoop.firstAfter(Duration.ofSeconds(1))).isEqualTo(Duration.ofSeconds(1));
  }

  @ParameterizedTest
  @MethodSource("families")
  void noTwoSpecimensAreTheSame(SpecimenFamily family) throws Exception {
    Random random = new Random(1);
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < SPECIMENS; i++) {
      StringBuilder all = new StringBuilder();
      for (Part part : family.specimen(i % 2 == 0, random).parts()) {
        all.append(Digests.sha256Hex(part.open().readAllBytes())).append(part.exitCode());
      }
      seen.add(all.toString());
    }

    assertThat(seen).hasSizeGreaterThan(SPECIMENS * 9 / 10);
  }

  private Finding judge(Specimen specimen, int number) throws IOException, InterruptedException {
    Map<String, byte[]> stored = new HashMap<>();
    for (String script : specimen.scripts()) {
      stored.put(Digests.sha256Hex(script), script.getBytes(StandardCharsets.UTF_8));
    }
    List<ArtifactRef> refs = new ArrayList<>();
    for (Part part : specimen.parts()) {
      byte[] bytes = part.open().readAllBytes();
      String sha256 = Digests.sha256Hex(bytes);
      stored.put(sha256, bytes);
      refs.add(
          new ArtifactRef(
              part.role(),
              sha256,
              bytes.length,
              part.mediaType(),
              new Producer("make check", part.exitCode(), Map.of())));
    }
    String id = Digests.sha256Hex("id");
    VerificationRequest request =
        new VerificationRequest(
            id,
            ReservedIds.CANARY_PREFIX + "w",
            id,
            id,
            1,
            specimen.verifierType(),
            specimen.config(),
            refs,
            null,
            specimen.groundTruth(),
            Risk.LOW,
            null,
            60_000,
            null);
    Path scratch = Files.createDirectories(directory.resolve("run-" + number));
    Verifier verifier = Objects.requireNonNull(verifiers.get(specimen.verifierType()));
    return verifier.verify(request, new Scope(stored, scratch));
  }

  /** A scope over artifacts in memory. */
  private record Scope(Map<String, byte[]> stored, Path scratch) implements VerificationScope {

    @Override
    public InputStream open(ArtifactRef artifact) {
      return new ByteArrayInputStream(Objects.requireNonNull(stored.get(artifact.sha256())));
    }

    @Override
    public String store(String mediaType, byte[] document) {
      String sha256 = Digests.sha256Hex(document);
      stored.put(sha256, document);
      return sha256;
    }

    @Override
    public String store(String mediaType, InputStream document) throws IOException {
      return store(mediaType, document.readAllBytes());
    }

    @Override
    public Deadline deadline() {
      return Deadline.of(() -> BUDGET.toNanos());
    }
  }
}
