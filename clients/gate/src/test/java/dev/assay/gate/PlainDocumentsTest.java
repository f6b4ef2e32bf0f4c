package dev.assay.gate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.config.Yaml;
import dev.assay.core.stop.StopMemory;
import dev.assay.schemas.ConfigException;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainDocumentsTest {

  private static final String DIGEST = "a1".repeat(32);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "fleet: f",
        "{workItem: 'w/${BRANCH}', agent: a, risk: HIGH, requires: [testreport, quick], trace: calls}",
        "{risk: high, groundTruth: shop, workspace: true, waitSeconds: 30}",
        "{groundTruth: shop, trace: none, artifacts: [{role: test-report, glob: '*.xml'}]}",
        "artifacts: [{role: test-log, glob: a, optional: true}, {role: tool-trace, glob: b}]",
        "{trace: transcript, artifacts: [], requires: [], fleet: null, waitSeconds: null}",
        "{trace: TRANSCRIPT}",
        "{trace: other}",
        "{fleeet: f}",
        "{fleet: 7}",
        "{workItem: null}",
        "{workItem: ''}",
        "{workspace: 'true'}",
        "{workspace: 1}",
        "{waitSeconds: 1.0}",
        "{waitSeconds: '1'}",
        "{waitSeconds: 0}",
        "{waitSeconds: 99999999999}",
        "{requires: a}",
        "{requires: [null]}",
        "{requires: [1]}",
        "{requires: ['']}",
        "{artifacts: {role: test-log, glob: a}}",
        "{artifacts: [null]}",
        "{artifacts: [a]}",
        "{artifacts: [{role: test-log}]}",
        "{artifacts: [{glob: a}]}",
        "{artifacts: [{role: nothing, glob: a}]}",
        "{artifacts: [{role: test-log, glob: ../a}]}",
        "{artifacts: [{role: test-log, glob: a, more: b}]}",
        "{risk: nothing}",
        "[]",
        "text"
      })
  void aRepositoryFileIsReadAsItsRecordIsBound(String text) {
    Yaml.Around around = new Yaml.Around("{workItem: w}", "{}");

    assertThat(told(() -> RepositoryFile.parse(text, RepositoryFile.SAMPLES, "w")))
        .isEqualTo(
            told(() ->
                Yaml.parse(
                    text,
                    RepositoryFile.NAME,
                    around,
                    RepositoryFile.class,
                    RepositoryFile.SAMPLES)));
  }

  @Test
  void theUsualFilesAreReadMemberByMember() {
    JsonNode tree =
        accepted(
            "{\"workItem\":\"w\",\"requires\":[\"quick\"],\"trace\":\"calls\",\"waitSeconds\":5,"
                + "\"artifacts\":[{\"role\":\"test-report\",\"glob\":\"*.xml\",\"optional\":true}]}");

    assertThat(PlainDocuments.rules(tree)).isPresent();
  }

  @Test
  void aMemoryIsWrittenAsItsRecordIsAndReadAgain() {
    for (StopMemory memory :
        new StopMemory[] {
          StopMemory.NONE,
          StopMemory.told(DIGEST),
          StopMemory.exhausted(),
          new StopMemory(1, DIGEST, DIGEST, DIGEST, 7, 3, DIGEST)
        }) {
      byte[] bytes = PlainDocuments.bytes(memory);

      assertThat(PlainDocuments.memory(bytes)).contains(memory);
      assertThat(Json.parse(bytes, StopMemory.class)).isEqualTo(new Parsed.Accepted<>(memory));
      assertThat(PlainDocuments.memory(Json.write(memory))).contains(memory);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{",
        "{}",
        "{\"blocks\":0,\"claim\":0,\"attempt\":0}",
        "{\"blocks\":0,\"claim\":\"1\",\"attempt\":0}",
        "{\"blocks\":0,\"claim\":1,\"attempt\":0,\"more\":1}",
        "{\"blocks\":0,\"claim\":1,\"attempt\":0,\"rules\":\"x\"}"
      })
  void aDamagedMemoryIsNone(String text) {
    assertThat(PlainDocuments.memory(text.getBytes(StandardCharsets.UTF_8))).isEmpty();
  }

  private static Object told(Supplier<RepositoryFile> read) {
    try {
      return read.get();
    } catch (ConfigException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static JsonNode accepted(String text) {
    return ((Parsed.Accepted<JsonNode>) Json.tree(text.getBytes(StandardCharsets.UTF_8))).value();
  }
}
