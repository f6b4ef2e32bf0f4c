package dev.assay.testreport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Makes damaged reports out of whole ones by a seed: the same seed makes the same report. Texts in
 * here hold bytes, one in each character.
 */
final class ReportDamage {

  /**
   * A damaged report.
   *
   * @param name what it was made of
   * @param failing whether a whole failing suite was put in where damage cannot hide it
   */
  record Damaged(String name, String text, @Nullable Integer exitCode, boolean failing) {

    byte[] bytes() {
      return text.getBytes(StandardCharsets.ISO_8859_1);
    }
  }

  /** Where a failing suite can go: before an XML report's last tag, or after a text's end. */
  private enum Kind {
    XML,
    JSON,
    LINES
  }

  /**
   * A report that passes.
   *
   * @param failing a failing suite of the same format, to be put inside when it is XML
   */
  private record Sample(String name, Kind kind, String passing, String failing) {}

  private static final Path DEMO = Path.of("..", "..", "demo", "artifacts");

  private static final String JUNIT =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites tests="3" failures="0">
        <testsuite name="shop.CartTest" tests="3" failures="0" errors="0" skipped="1" time="0.1">
          <properties><property name="os" value="linux"/></properties>
          <testcase classname="shop.CartTest" name="adds" time="0.01"/>
          <testcase classname="shop.CartTest" name="later"><skipped message="no disk"/></testcase>
          <testcase classname="shop.CartTest" name="sums">
            <system-out><![CDATA[3 & 4 < 8]]></system-out>
          </testcase>
        </testsuite>
      </testsuites>
      """;

  private static final String JUNIT_FAILING =
      """
      <testsuite name="injected" tests="1" failures="1" errors="0" skipped="0">
        <testcase classname="injected.Test" name="fails">
          <failure message="expected 3" type="java.lang.AssertionError">at injected.Test.fails(Test.java:3)</failure>
        </testcase>
      </testsuite>
      """;

  private static final String CHECKSTYLE_FAILING =
      "<file name='I.java'><error line='1' severity='error' message='no' source='S'/></file>";

  /** What damage is made with besides the reports' own bytes. */
  private static final List<String> PIECES =
      List.of(
          "<",
          "</",
          "/>",
          "<!--",
          "-->",
          "<![CDATA[",
          "]]>",
          "<?x",
          "?>",
          "&lt;",
          "&#0;",
          "&#x1F600;",
          "&x;",
          "<!DOCTYPE t>",
          "<testsuite>",
          "</testsuite>",
          "<testcase name='a'>",
          "</testcase>",
          "<failure/>",
          "<skipped/>",
          "<rerunFailure/>",
          "<flakyFailure/>",
          "<system-out>",
          " tests='1'",
          " failures=\"0\"",
          " skipped=\"1\"",
          " status=\"passed\"",
          "{",
          "}",
          "[",
          "]",
          ",",
          ":",
          "\"",
          "\\",
          "\\u0000",
          "\\ud800",
          "null",
          "1e999",
          "9223372036854775808",
          "-1",
          "{\"Action\":\"pass\",\"Package\":\"p\"}\n",
          "{\"Action\":\"output\",\"Package\":\"p\",\"Output\":\"",
          "\"exitCode\":0",
          "\"results\":{",
          "\"runs\":[",
          "\"suppressions\":[{}]",
          "TAP version 13\n",
          "1..0\n",
          "1..1\n",
          "ok 1\n",
          "not ok 1\n",
          " # TODO",
          " # SKIP",
          "    ok 1 - sub\n",
          "  ---\n",
          "  ...\n",
          "Bail out!",
          "pragma +strict\n",
          "# tests 1\n",
          "# fail 0\n",
          "# Looks like you failed 1 test of 2.\n",
          " {\n",
          "}\n",
          "[INFO] BUILD SUCCESS\n",
          "[INFO] Tests run: 1, Failures: 0, Errors: 0, Skipped: 0\n",
          "[INFO] Scanning for projects...\n",
          "===== 1 passed in 0.01s =====\n",
          "=== FAILURES ===\n",
          "=== RUN   TestA\n",
          "--- PASS: TestA (0.00s)\n",
          "PASS\n",
          "ok  \tp\t0.1s\n",
          "running 1 test\n",
          "test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n",
          "Tests:       1 passed, 1 total\n",
          "Time:        0.1 s\n",
          "\u2714 a (1ms)\n",
          "\u2139 pass 1\n",
          "\u2139 duration_ms 5\n",
          "web:test: ",
          "web-1  | ",
          "packages/a test: ",
          "packages/a check$ make\n",
          "Attaching to web\n",
          "web-1 exited with code\n",
          "\u001b[36m2026-05-05T10:00:00Z ",
          "..F  [100%]\n",
          "...  [3/3]\n",
          "Snapshots:   1 obsolete, 1 total\n",
          "---- stdout ----\n",
          "---- t stdout ----\n",
          "Tests: total\n",
          "--- FAIL:\n",
          "FAIL\t\n",
          "not ok\n",
          "test result:\n",
          "running tests\n",
          "error: test failed\n",
          "___ ___\n",
          "FAILED\n",
          "=== ===\n",
          "\u2139\n",
          "\u2716\n",
          "  \u25cf\n",
          "[ERROR] <<< FAILURE!\n",
          "[ERROR] Tests run:\n",
          "\n",
          "\r",
          "\r\n",
          "\t",
          " ",
          "\u0000",
          "\u001b[31m",
          "\u001b[",
          "\ufeff",
          "\u2028",
          "\uD83D\uDE00",
          "0123456789 lorem ipsum ".repeat(14),
          "at a.b.C.d(C.java:1)\n".repeat(40));

  /** What may stand before each line of a failing suite. */
  private static final List<String> PREFIXES =
      List.of("", "", "", "api:test: ", "packages/b test: ", "api-1  | ", "api-1  | b:test: ");

  private static final List<Sample> SAMPLES = samples();

  private ReportDamage() {}

  static Damaged of(long seed) {
    Random random = new Random(seed);
    Sample sample = pick(SAMPLES, random);
    Integer exitCode = random.nextBoolean() ? Integer.valueOf(0) : null;
    return switch (random.nextInt(4)) {
      case 0 -> {
        String whole = random.nextBoolean() ? sample.passing() : sample.failing();
        Integer code = random.nextInt(4) == 0 ? Integer.valueOf(1) : exitCode;
        yield new Damaged(sample.name(), damaged(sample, whole, random), code, false);
      }
      case 1, 2 ->
          sample.kind() == Kind.XML
              ? new Damaged(sample.name() + ", inside", inside(sample, random), exitCode, true)
              : beside(sample, exitCode, random);
      default -> beside(sample, exitCode, random);
    };
  }

  /** A failing suite before the last end tag, the damage in front of it. */
  private static String inside(Sample sample, Random random) {
    int end = sample.passing().lastIndexOf("</");
    return damaged(sample, sample.passing().substring(0, end), random)
        + sample.failing()
        + sample.passing().substring(end);
  }

  /** A damaged report and a whole failing suite on lines of its own after or before it. */
  private static Damaged beside(Sample sample, @Nullable Integer exitCode, Random random) {
    String front = damaged(sample, sample.passing(), random);
    if (sample.kind() != Kind.LINES) {
      String name = sample.name() + " before a failing one";
      return new Damaged(name, front + "\n" + sample.failing(), exitCode, true);
    }
    Sample other = pick(SAMPLES.stream().filter(s -> s.kind() == Kind.LINES).toList(), random);
    String prefix = pick(PREFIXES, random);
    String failing = other.failing().replaceAll("(?m)^(?=.|\n)", prefix);
    return random.nextInt(3) == 0
        ? new Damaged(
            sample.name() + " after failing " + other.name(),
            failing + "\n" + front,
            exitCode,
            true)
        : new Damaged(
            sample.name() + " before failing " + other.name(),
            front + "\n" + failing,
            exitCode,
            true);
  }

  /**
   * The first byte stays, so that XML is read as such; in JSON nothing becomes a line of its own
   * that a console runner could have written.
   */
  private static String damaged(Sample sample, String whole, Random random) {
    boolean json = sample.kind() == Kind.JSON;
    List<String> pieces = json ? PIECES.stream().filter(p -> p.indexOf('\n') < 0).toList() : PIECES;
    StringBuilder text = new StringBuilder(whole);
    for (int edits = random.nextInt(7); edits > 0; edits--) {
      int at = 1 + random.nextInt(text.length());
      int end = Math.min(text.length(), at + random.nextInt(60));
      switch (random.nextInt(7)) {
        case 0 -> text.delete(at, end);
        case 1 -> text.insert(at, text.substring(at, end));
        case 2 -> text.insert(at, (char) random.nextInt(256));
        case 3 -> text.setLength(random.nextInt(4) == 0 ? at : text.length());
        case 4 -> text.insert(at, part((json ? sample : pick(SAMPLES, random)).passing(), random));
        default -> text.insert(at, bytes(pick(pieces, random)));
      }
    }
    return text.toString();
  }

  private static String part(String whole, Random random) {
    int at = random.nextInt(whole.length());
    return whole.substring(at, Math.min(whole.length(), at + random.nextInt(whole.length())));
  }

  private static List<Sample> samples() {
    List<Sample> samples = new ArrayList<>();
    samples.add(new Sample("JUnit XML", Kind.XML, bytes(JUNIT), bytes(JUNIT_FAILING)));
    for (String name : List.of("cart.surefire.xml", "pricing-attempt-2.pytest.xml")) {
      samples.add(new Sample(name, Kind.XML, demo(name), bytes(JUNIT_FAILING)));
    }
    samples.add(
        new Sample(
            "search.node.tap", Kind.LINES, demo("search.node.tap"), bytes(Documents.TAP_FAILING)));
    samples.add(
        new Sample(
            "stock.go.jsonl",
            Kind.LINES,
            demo("stock.go.jsonl"),
            bytes(Documents.GO_JSON_FAILING)));
    for (Documents.Pair pair : Documents.ALL) {
      samples.add(
          switch (pair.name()) {
            case "Checkstyle XML" ->
                new Sample(pair.name(), Kind.XML, bytes(pair.passing()), bytes(CHECKSTYLE_FAILING));
            case "CTRF", "SARIF", "process exit" ->
                new Sample(pair.name(), Kind.JSON, bytes(pair.passing()), bytes(pair.failing()));
            default ->
                new Sample(pair.name(), Kind.LINES, bytes(pair.passing()), bytes(pair.failing()));
          });
    }
    return List.copyOf(samples);
  }

  private static String demo(String name) {
    try {
      return Files.readString(DEMO.resolve(name), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String bytes(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  private static <T> T pick(List<T> list, Random random) {
    return list.get(random.nextInt(list.size()));
  }
}
