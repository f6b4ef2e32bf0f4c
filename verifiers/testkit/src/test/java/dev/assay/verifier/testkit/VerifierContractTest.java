package dev.assay.verifier.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.FailureSignature;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.verifier.ArtifactUnusableException;
import dev.assay.verifier.Finding;
import dev.assay.verifier.VerificationScope;
import dev.assay.verifier.Verifier;
import dev.assay.verifier.VerifierInfo;
import dev.assay.verifier.VerifierProvider;
import dev.assay.verifier.specimen.Part;
import dev.assay.verifier.specimen.Specimen;
import dev.assay.verifier.specimen.SpecimenFamily;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;

/** The contract catches the mistakes that authors make. */
class VerifierContractTest {

  private static final String BAD = "broken";
  private static final String WORDS = "0123456789 abcdefghij ".repeat(40);

  private record Settings() {}

  private interface Judgement {
    Finding of(String text) throws IOException;
  }

  /** What a verifier does with a failure of the scope. */
  private enum Failing {
    TOLD,
    DRESSED
  }

  private record Provider(Judgement judgement, Failing failing, boolean tried)
      implements VerifierProvider<Settings> {

    @Override
    public VerifierInfo info() {
      return new VerifierInfo(
          "mine", "1", VerifierInfo.Pace.FAST, Set.of(ArtifactRole.TEST_LOG), Set.of());
    }

    @Override
    public Class<Settings> settings() {
      return Settings.class;
    }

    @Override
    public List<Verifier> verifiers(Settings settings, Host host) {
      return List.of(new Mine(info(), this));
    }

    @Override
    public List<SpecimenFamily> specimens() {
      return tried ? List.of(new Logs()) : List.of();
    }
  }

  private record Mine(VerifierInfo info, Provider provider) implements Verifier {
    @Override
    public Finding verify(VerificationRequest request, VerificationScope scope)
        throws IOException, InterruptedException {
      ArtifactRef log = request.artifacts().getFirst();
      try (var in = scope.open(log)) {
        return provider.judgement().of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      } catch (IOException e) {
        if (provider.failing() == Failing.TOLD) {
          throw e;
        }
        throw new IllegalStateException("a defect");
      }
    }
  }

  private record Logs() implements SpecimenFamily {
    @Override
    public String verifierType() {
      return "mine";
    }

    @Override
    public Specimen specimen(boolean bad, Random random) {
      String text = WORDS + random.nextInt() + (bad ? BAD : "") + " done";
      return new Specimen(
          "mine", bad, List.of(Part.text(ArtifactRole.TEST_LOG, "text/plain", text, 0)));
    }
  }

  @Test
  void aVerifierThatKeepsItFailsNothing() {
    assertThat(broken(VerifierContractTest::honest, Failing.TOLD, true)).isEmpty();
    assertThat(broken(VerifierContractTest::honest, Failing.TOLD, false)).isEmpty();
  }

  @Test
  void whatIsNotTriedHasNoTestThatSaysSo() {
    assertThat(names(new Provider(VerifierContractTest::honest, Failing.TOLD, false)))
        .isNotEmpty()
        .noneMatch(name -> name.contains("Tampered") || name.contains("Cancelled"));
  }

  @Test
  void mistakesAreCaught() {
    assertThat(broken(_ -> pass(), Failing.TOLD, true))
        .contains("isRightAboutItsSpecimens")
        .anyMatch(name -> name.startsWith("neverPasses["));
    assertThat(broken(VerifierContractTest::honest, Failing.DRESSED, true))
        .contains("neverPassesWhatTheStoreCutShort", "endsWhenItIsCancelled");
    assertThat(broken(VerifierContractTest::thrown, Failing.TOLD, true))
        .contains("isRightAboutItsSpecimens");
    assertThat(
            broken(
                text -> text.contains(BAD) ? fail("x".repeat(100_000)) : honest(text),
                Failing.TOLD,
                true))
        .as("too large")
        .contains("isRightAboutItsSpecimens");
    assertThat(
            broken(
                text -> text.contains(BAD) ? fail(text.substring(0, 400)) : honest(text),
                Failing.TOLD,
                true))
        .as("a copy")
        .contains("isRightAboutItsSpecimens");
  }

  @Test
  @SuppressWarnings("NullAway") // as an author's mistake is
  void aVerifierThatAnswersNothingIsCaught() {
    assertThat(broken(text -> text.contains(BAD) ? null : honest(text), Failing.TOLD, true))
        .contains("isRightAboutItsSpecimens");
  }

  private static Finding honest(String text) throws IOException {
    if (!text.endsWith("done")) {
      throw new ArtifactUnusableException("UNFINISHED", "it has no end");
    }
    return text.contains(BAD) ? fail("something is broken") : pass();
  }

  private static Finding thrown(String text) throws IOException {
    if (text.contains(BAD)) {
      throw new IllegalStateException("a defect");
    }
    return honest(text);
  }

  private static Finding pass() {
    return Finding.of(
        Result.PASS, List.of(), "all is well", List.of("go on"), 1, List.of(), List.of());
  }

  private static Finding fail(String summary) {
    return Finding.of(
        Result.FAIL,
        List.of(FailureSignature.named("mine", "BROKEN")),
        summary,
        List.of("look at it"),
        1,
        List.of(),
        List.of());
  }

  private static List<String> names(Provider provider) {
    return VerifierContract.of(provider, "{}").map(DynamicTest::getDisplayName).toList();
  }

  /** The claims that do not hold, without the verifier's type. */
  private static List<String> broken(Judgement judgement, Failing failing, boolean tried) {
    List<String> broken = new ArrayList<>();
    for (DynamicTest test :
        VerifierContract.of(new Provider(judgement, failing, tried), "{}").toList()) {
      try {
        test.getExecutable().execute();
      } catch (Throwable e) {
        broken.add(test.getDisplayName().substring("mine ".length()));
      }
    }
    return broken;
  }
}
