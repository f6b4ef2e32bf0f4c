package dev.assay.testreport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.schemas.Digests;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.Hyperthesis.Why;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.verifier.Finding;
import dev.assay.verifier.TamperedArtifactException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HostileInputTest {

  private static final String GOOD = "<testsuite tests='1'><testcase name='a'/></testsuite>";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<!DOCTYPE t [<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;'>]><testsuite>&b;</testsuite>",
        "<!DOCTYPE t [<!ENTITY x SYSTEM 'file:///etc/hostname'>]><testsuite>&x;</testsuite>",
        "<!DOCTYPE t SYSTEM 'http://127.0.0.1:1/x.dtd'><testsuite/>",
        "<?xml version='1.0'?><!DOCTYPE testsuite><testsuite/>",
      })
  void documentTypesAreRefusedAsHostile(String document) {
    assertHostile(Runs.judge(document, 0));
  }

  @Test
  void undeclaredEntitiesAreNeverAPass() {
    assertThat(Runs.judge(GOOD.replace("</", "&x;</"), 0).result()).isEqualTo(Result.INCONCLUSIVE);
  }

  @Test
  void deepNestingIsRefusedAsHostile() {
    assertHostile(Runs.judge("<testsuite>".repeat(70) + "</testsuite>".repeat(70), 0));
    assertHostile(Runs.judge("{\"results\":{\"x\":" + "[".repeat(100_000), 0));
  }

  @Test
  void oversizedTagsAndValuesAreRefusedAsHostile() {
    String big = "x".repeat(5 << 20);

    assertHostile(Runs.judge("<testsuite name='" + big + "'/>", 0));
    assertHostile(Runs.judge("<?x " + big + "?><testsuite/>", 0));
    assertHostile(
        Runs.judge(
            "{\"results\":{\"tests\":[{\"name\":\"" + big + "\",\"status\":\"passed\"}]}}", 0));
  }

  @Test
  void aReportBeyondTheByteLimitIsRefusedAsHostile() {
    long size = TestReportLimits.INPUT_BYTES_MAX + 1;

    assertHostile(
        Runs.run(
            Runs.artifact("0".repeat(64), size, 0),
            new MemoryScope(InputStream::nullInputStream),
            Runs.PLAIN));
    Finding finding =
        Runs.judgeStream(() -> around("<testsuite><!--", filler(size), "--></testsuite>"), 10);
    assertHostile(finding);
  }

  @Test
  void hugeTextsAreStreamedAndStayHarmless() {
    long size = 40 << 20;

    Finding comment =
        Runs.judgeStream(
            () -> around("<testsuite><!--", filler(size), "--><testcase name='a'/></testsuite>"),
            size);
    Finding output =
        Runs.judgeStream(
            () ->
                around(
                    "<testsuite><testcase name='a'><system-out><![CDATA[",
                    filler(size),
                    "]]></system-out></testcase></testsuite>"),
            size);

    assertThat(comment.result()).isEqualTo(Result.PASS);
    assertThat(output.result()).isEqualTo(Result.PASS);
  }

  @Test
  void aHundredMegabytesInOneLineAreInconclusive() {
    Finding finding = Runs.judgeStream(() -> filler(100_000_000), 100_000_000);

    assertThat(finding.result()).isEqualTo(Result.INCONCLUSIVE);
  }

  @Test
  void bytesOutsideTheEncodingAreNeverAPass() {
    for (String document : List.of(GOOD, Documents.CTRF)) {
      byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
      int at = document.indexOf("a");
      for (int bad : new int[] {0xff, 0xc3, 0x80, 0x00}) {
        byte[] broken = bytes.clone();
        broken[at + 1] = (byte) bad;
        assertThat(Runs.judge(broken, 0, Runs.PLAIN).result()).isNotEqualTo(Result.PASS);
      }
    }
  }

  @Test
  void aUtf16DocumentIsInconclusive() {
    assertThat(Runs.judge(GOOD.getBytes(StandardCharsets.UTF_16), 0, Runs.PLAIN).result())
        .isEqualTo(Result.INCONCLUSIVE);
  }

  @Test
  void aTamperedArtifactIsReportedAsSuch() {
    byte[] bytes = GOOD.getBytes(StandardCharsets.UTF_8);
    MemoryScope scope = new MemoryScope(() -> new ByteArrayInputStream(bytes));
    var request = Runs.request(Runs.artifact("a".repeat(64), bytes.length, 0), Runs.PLAIN);

    assertThatThrownBy(() -> new TestReportVerifier().verify(request, scope))
        .isInstanceOf(TamperedArtifactException.class);
  }

  @Test
  void aTamperedArtifactThatIsUnreadableIsReportedAsTampered() {
    for (String document : List.of("<a", "<!DOCTYPE x>", "{", "hello", "")) {
      byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
      MemoryScope scope = new MemoryScope(() -> new ByteArrayInputStream(bytes));
      var request = Runs.request(Runs.artifact("a".repeat(64), bytes.length, 0), Runs.PLAIN);

      assertThatThrownBy(() -> new TestReportVerifier().verify(request, scope))
          .isInstanceOf(TamperedArtifactException.class);
    }
  }

  @Test
  void aStoreThatFailsIsNotTheReportsFault() {
    InputStream broken =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("the store is gone");
          }

          @Override
          public int read(byte[] target, int offset, int length) throws IOException {
            throw new IOException("the store is gone");
          }
        };
    for (String start : List.of("<testsuite>", "{\"results\":", "TAP version 13\n", "ok\n")) {
      MemoryScope scope = new MemoryScope(() -> around(start, broken, ""));
      var request = Runs.request(Runs.artifact("a".repeat(64), 100, 0), Runs.PLAIN);

      assertThatThrownBy(() -> new TestReportVerifier().verify(request, scope))
          .isInstanceOf(IOException.class)
          .hasMessage("the store is gone");
    }
  }

  @Test
  void aRunWithoutBudgetIsInterrupted() {
    byte[] bytes = GOOD.getBytes(StandardCharsets.UTF_8);
    MemoryScope scope = new MemoryScope(() -> new ByteArrayInputStream(bytes));
    scope.nanosLeft = -1;
    var request =
        Runs.request(Runs.artifact(Digests.sha256Hex(bytes), bytes.length, 0), Runs.PLAIN);

    assertThatThrownBy(() -> new TestReportVerifier().verify(request, scope))
        .isInstanceOf(InterruptedException.class);
  }

  private static void assertHostile(Finding finding) {
    assertThat(finding.result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(finding.hyperthesis())
        .extracting(Hyperthesis::why, Hyperthesis::risk)
        .contains(org.assertj.core.groups.Tuple.tuple(Why.ADVERSARY, Risk.HIGH));
  }

  private static InputStream around(String before, InputStream middle, String after) {
    return new SequenceInputStream(
        Collections.enumeration(List.of(stream(before), middle, stream(after))));
  }

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  /** That many letters, made while they are read. */
  private static InputStream filler(long size) {
    return new InputStream() {
      private long left = size;

      @Override
      public int read() {
        return left-- > 0 ? 'x' : -1;
      }

      @Override
      public int read(byte[] target, int offset, int length) {
        if (left <= 0) {
          return -1;
        }
        int count = (int) Math.min(left, length);
        Arrays.fill(target, offset, offset + count, (byte) 'x');
        left -= count;
        return count;
      }
    };
  }
}
