package dev.assay.core.mood;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.message.Mood;
import dev.assay.schemas.message.MoodTrigger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class MoodDocumentTest {

  private static final Path DOCUMENT = Path.of("..", "docs", "moods.md");
  private static final String BEGIN = "<!-- machine -->\n```mermaid\n";
  private static final String END = "\n```\n<!-- /machine -->";

  @Test
  void thePictureInTheDocumentIsTheMachine() throws IOException {
    String document = Files.readString(DOCUMENT);
    int from = document.indexOf(BEGIN) + BEGIN.length();

    assertThat(document).contains(BEGIN, END);
    assertThat(document.substring(from, document.indexOf(END)))
        .as("copy MoodDiagram.mermaid() between the markers of docs/moods.md")
        .isEqualTo(MoodDiagram.mermaid());
  }

  @Test
  void everyMoodAndEveryTriggerOfARuleIsExplained() throws IOException {
    String document = Files.readString(DOCUMENT);

    for (Mood mood : Mood.values()) {
      assertThat(document).contains("| " + mood + " |");
    }
    MoodMachine.RULES.stream()
        .map(MoodMachine.Rule::trigger)
        .map(MoodTrigger::name)
        .forEach(trigger -> assertThat(document).contains("| `" + trigger + "` |"));
  }
}
