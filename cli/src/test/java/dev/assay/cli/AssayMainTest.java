package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

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
}
