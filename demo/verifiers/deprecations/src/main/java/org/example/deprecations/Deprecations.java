package org.example.deprecations;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.assay.schemas.message.*;
import dev.assay.verifier.*;
import dev.assay.verifier.specimen.*;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Fails a whole test log that mentions something deprecated. */
public final class Deprecations implements VerifierProvider<Deprecations.Settings> {

  public record Settings(List<String> words) {
    public Settings {
      words = words == null ? List.of("DeprecationWarning") : List.copyOf(words);
    }
  }

  private record LogVerifier(VerifierInfo info, List<String> words) implements Verifier {
    @Override
    public Finding verify(VerificationRequest request, VerificationScope scope) throws IOException {
      ArtifactRef log = request.artifacts().getFirst();
      String text; // one character for each byte, so that a position is an offset
      try (var in = scope.open(log)) {
        text = new String(in.readNBytes(1 << 24), ISO_8859_1);
      }
      if (text.length() != log.size() || !text.contains(" passed")) {
        throw new ArtifactUnusableException("LOG_UNFINISHED", "the log has no end that can be read");
      }
      for (String word : words) {
        int at = text.indexOf(word);
        if (at >= 0) {
          var failure = FailureSignature.named("deprecations", word);
          var pointer = new Pointer(log.sha256(), at, word.length());
          return finding(Result.FAIL, List.of(failure), "something deprecated is used", List.of(pointer));
        }
      }
      return finding(Result.PASS, List.of(), "nothing deprecated is used", List.of());
    }

    private static Finding finding(
        Result result, List<FailureSignature> failures, String summary, List<Pointer> pointers) {
      return Finding.of(
          result, failures, summary, List.of("look at the log"), 1, List.of(), pointers);
    }
  }

  @Override
  public VerifierInfo info() {
    return new VerifierInfo(
        "deprecations", "1", VerifierInfo.Pace.FAST, Set.of(ArtifactRole.TEST_LOG), Set.of());
  }

  /** Logs of known truth, with which the contract below tries the verifier. */
  private record Logs(String verifierType) implements SpecimenFamily {
    @Override
    public Specimen specimen(boolean bad, Random random) {
      String log = random.nextInt(100) + " passed\n" + (bad ? "DeprecationWarning: a call\n" : "");
      var part = Part.text(ArtifactRole.TEST_LOG, "text/plain", log, 0);
      return new Specimen(verifierType, bad, List.of(part));
    }
  }

  @Override
  public List<SpecimenFamily> specimens() {
    return List.of(new Logs(info().type()));
  }

  @Override
  public Class<Settings> settings() {
    return Settings.class;
  }

  @Override
  public List<Verifier> verifiers(Settings settings, Host host) {
    return List.of(new LogVerifier(info(), settings.words()));
  }
}
