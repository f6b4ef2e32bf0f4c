package dev.assay.reexecution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import dev.assay.verifier.Finding;
import dev.assay.verifier.VerifierProvider;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an operator writes down, and the document that comes out. */
final class SettingsTest {

  @TempDir private Path temporary = Path.of("unset");

  private static Parsed<ReexecutionSettings> read(String json) {
    return Json.parse(
        json.replace('\'', '"').getBytes(StandardCharsets.UTF_8), ReexecutionSettings.class);
  }

  @Test
  void nothingConfiguredIsNothingRun() {
    assertThat(read("{}")).isInstanceOf(Parsed.Accepted.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"isolation":"chroot"}                                                    | isolation
          {"runningMax":0}                                                          | runningMax
          {"commands":[{"command":["true"]}]}                                       | name
          {"commands":[{"name":"A B","command":["true"]}]}                          | name
          {"commands":[{"name":"a","command":[]}]}                                  | program
          {"commands":[{"name":"a","command":["x"]},{"name":"a","command":["x"]}]}  | once
          {"commands":[{"name":"a","command":["x"],"timeoutSeconds":0}]}            | timeoutSeconds
          {"commands":[{"name":"a","command":["x"],"reports":["/etc/passwd"]}]}     | inside the workspace
          {"commands":[{"name":"a","command":["x"],"reports":["../*.xml"]}]}        | inside the workspace
          {"commands":[{"name":"a","command":["x"],"protectedPaths":["*.cfg"]}]}    | overlays
          {"commands":[{"name":"a","command":["x"],"overlays":[{"paths":["t"]}]}]}  | paths and from
          {"commands":[{"name":"a","command":["x"],"overlays":[{"paths":["t"],"from":{"git":"r"}}]}]} | git and commit
          {"commands":[{"name":"a","command":["x"],"overlays":[{"paths":["t"],"from":{"git":"r","commit":"target"}}]}]} | branch
          {"commands":[{"name":"a","command":["x"],"overlays":[{"paths":["t"],"from":{"git":"r","commit":"--x"}}]}]} | name of a commit
          {"commands":[{"name":"a","command":["x"],"shell":true}]}                  | shell
          """)
  void whatIsOutOfBoundsIsRefusedWithWhatWasExpected(String json, String words) {
    assertThat(read(json))
        .isInstanceOfSatisfying(
            Parsed.Rejected.class,
            rejected -> assertThat(rejected.rejection().toString()).contains(words));
  }

  @Test
  void theDirectoryWithTheWorkersKeysIsShownToNoCommand() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> verifiers("'dependencies':['.']"))
        .withMessageContaining("keys and tokens");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> verifiers("'dependencies':['/']"))
        .withMessageContaining("keys and tokens");
  }

  @Test
  void anOverlayFromNowhereStopsTheStart() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> verifiers("'overlays':[{'paths':['t'],'from':{'directory':'gone'}}]"))
        .withMessageContaining("gone");
  }

  @Test
  void otherCommandsAreAnotherVersionOfTheVerifier() throws Exception {
    assertThat(verifiers("'timeoutSeconds':5")).isNotEqualTo(verifiers("'timeoutSeconds':6"));
  }

  private String verifiers(String members) throws IOException {
    Path home = Files.createDirectories(temporary.resolve("home"));
    String json = "{'commands':[{'name':'a','command':['true']," + members + "}]}";
    return switch (read(json)) {
      case Parsed.Accepted<ReexecutionSettings>(var settings) ->
          new ReexecutionProvider()
              .verifiers(settings, new VerifierProvider.Host(home, home, Map.of()))
              .getFirst()
              .info()
              .version();
      case Parsed.Rejected<ReexecutionSettings>(var rejection) ->
          throw new AssertionError(rejection.detail());
    };
  }

  @Test
  void theDetailsConformToTheirSchema() throws Exception {
    Path trusted = Reruns.directory(temporary.resolve("trusted"), Map.of("test/adds.sh", "true"));
    Map<String, String> files = new HashMap<>(Reruns.GOOD);
    files.put("test/mine.sh", "true");
    Reruns reruns = new Reruns(temporary).with(Reruns.rule(Reruns.overlay(trusted, "test/**")));

    Finding finding = reruns.judge(files, Reruns.passed("adds.sh", "mine.sh", "nowhere.sh"));

    assertThat(schema().validate(reruns.details(finding), InputFormat.JSON)).isEmpty();
    assertThat(reruns.details(finding)).contains("\"asSubmitted\"", "nowhere.sh");
  }

  private static Schema schema() throws IOException {
    String resource = "/dev/assay/schemas/json-schema/reexecution-summary.schema.json";
    try (InputStream in =
        Objects.requireNonNull(SettingsTest.class.getResourceAsStream(resource))) {
      return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }
}
