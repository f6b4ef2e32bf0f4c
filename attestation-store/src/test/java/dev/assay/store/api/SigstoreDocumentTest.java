package dev.assay.store.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.store.DocumentCommands;
import dev.assay.store.index.StoredAttestation;
import dev.assay.testkit.NodeTools;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the commands of docs/formats.md that verify a Sigstore bundle, as printed there. */
class SigstoreDocumentTest {

  private static final Path PAGE = Path.of("../docs/formats.md");
  private static final StoredAttestation SIGNED = TestApi.attestation(0);

  @TempDir private Path home;

  @BeforeEach
  void whatTheReaderSavesAndInstalls() throws Exception {
    Files.writeString(home.resolve("bundle.mjs"), document().blocks("js").getFirst());
    Files.createSymbolicLink(home.resolve("node_modules"), NodeTools.install().modules());
  }

  @Test
  void theCommandsVerifyABundleAndRefuseAnother() throws Exception {
    try (TestApi api = new TestApi(home.resolve("store"))) {
      api.store.append(List.of(SIGNED));
      List<String> commands = document().blocks("sh");
      assertThat(commands).hasSize(2);

      DocumentCommands.Outcome whole = run(api, String.join("\n", commands));
      Path bundle = home.resolve("bundle.json");
      Files.writeString(
          bundle, Files.readString(bundle).replace("\"payload\":\"ey", "\"payload\":\"fy"));
      DocumentCommands.Outcome forged = run(api, commands.getLast());

      assertThat(whole.output()).isEqualTo(document().blocks("text").getFirst() + "\n");
      assertThat(whole.exitCode()).isZero();
      assertThat(forged.output()).contains("SIGNATURE_ERROR").doesNotContain("the bundle holds");
      assertThat(forged.exitCode()).isNotZero();
    }
  }

  private DocumentCommands.Outcome run(TestApi api, String commands) throws Exception {
    return document()
        .run(
            commands,
            Map.of(
                "ASSAY_URL",
                api.request("").build().uri().toString(),
                "ASSAY_TOKEN",
                TestApi.TOKEN,
                "ID",
                SIGNED.id()));
  }

  private DocumentCommands document() {
    return new DocumentCommands(PAGE, home);
  }
}
