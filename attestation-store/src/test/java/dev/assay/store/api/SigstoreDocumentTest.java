package dev.assay.store.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.store.index.StoredAttestation;
import dev.assay.testkit.NodeTools;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the commands of docs/formats.md that verify a Sigstore bundle, as printed there. */
class SigstoreDocumentTest {

  private static final Path PAGE = Path.of("../docs/formats.md");
  private static final StoredAttestation SIGNED = TestApi.attestation(0);
  private static final int SECONDS_MAX = 60;

  @TempDir private Path home;

  /** What a shell printed, and how it ended. */
  private record Outcome(int exitCode, String output) {}

  @BeforeEach
  void whatTheReaderSavesAndInstalls() throws Exception {
    Files.writeString(home.resolve("bundle.mjs"), blocks("js").getFirst());
    Files.createSymbolicLink(home.resolve("node_modules"), NodeTools.install().modules());
  }

  @Test
  void theCommandsVerifyABundleAndRefuseAnother() throws Exception {
    try (TestApi api = new TestApi(home.resolve("store"))) {
      api.store.append(List.of(SIGNED));
      List<String> commands = blocks("sh");
      assertThat(commands).hasSize(2);

      Outcome whole = run(api, String.join("\n", commands));
      Path bundle = home.resolve("bundle.json");
      Files.writeString(
          bundle, Files.readString(bundle).replace("\"payload\":\"ey", "\"payload\":\"fy"));
      Outcome forged = run(api, commands.getLast());

      assertThat(whole.output()).isEqualTo(blocks("text").getFirst());
      assertThat(whole.exitCode()).isZero();
      assertThat(forged.output()).contains("SIGNATURE_ERROR").doesNotContain("the bundle holds");
      assertThat(forged.exitCode()).isNotZero();
    }
  }

  private Outcome run(TestApi api, String commands) throws Exception {
    Path output = home.resolve("output");
    ProcessBuilder bash =
        new ProcessBuilder("bash", "-c", "set -euo pipefail\n" + commands)
            .directory(home.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    String url = api.request("").build().uri().toString();
    bash.environment().put("ASSAY_URL", url);
    bash.environment().put("ASSAY_TOKEN", TestApi.TOKEN);
    bash.environment().put("ID", SIGNED.id());
    Process process = bash.start();
    try {
      assertThat(process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    return new Outcome(process.exitValue(), Files.readString(output));
  }

  private static List<String> blocks(String language) throws Exception {
    return Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
        .matcher(Files.readString(PAGE))
        .results()
        .map(MatchResult::group)
        .map(block -> block.substring(3 + language.length() + 1, block.length() - 3))
        .toList();
  }
}
