package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AssayMainTest {

  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

  private int delivered(int code, OutputStream out) {
    PrintStream printed = new PrintStream(out, false, StandardCharsets.UTF_8);
    printed.println("the answer");
    return AssayMain.delivered(
        code, printed, new PrintStream(errors, true, StandardCharsets.UTF_8));
  }

  @Test
  void anAnswerThatNobodyGotIsNoSuccess() {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("no space left");
          }
        };

    assertThat(delivered(ExitCode.OK, full)).isEqualTo(ExitCode.OPERATIONAL);
    assertThat(errors.toString(StandardCharsets.UTF_8)).contains("[OUTPUT_LOST]");
    assertThat(delivered(ExitCode.NEGATIVE, full)).isEqualTo(ExitCode.NEGATIVE);
  }

  @Test
  void anAnswerThatArrivedKeepsItsCode() {
    assertThat(delivered(ExitCode.OK, new ByteArrayOutputStream())).isEqualTo(ExitCode.OK);
    assertThat(errors.size()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "explain --help", "quick --help", "hook --help", "ci --help"})
  void aReaderThatLeavesEndsEveryCommandAsAPipeDoes(String words) throws Exception {
    Process process = started(words).start();
    process.getInputStream().close();

    assertThat(new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEmpty();
    assertThat(process.waitFor()).as("128 and SIGPIPE").isEqualTo(141);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "quick --help", "hook --help"})
  void aFullDiskIsToldByEveryCommand(String words) throws Exception {
    Process process = started(words).redirectOutput(new File("/dev/full")).start();

    assertThat(new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
        .contains("[OUTPUT_LOST]");
    assertThat(process.waitFor()).isEqualTo(ExitCode.OPERATIONAL);
  }

  private static ProcessBuilder started(String words) {
    List<String> command =
        new ArrayList<>(
            List.of(
                System.getProperty("java.home") + "/bin/java",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                AssayMain.class.getName()));
    command.addAll(List.of(words.split(" ", -1)));
    return new ProcessBuilder(command);
  }
}
