package dev.assay.system;

import dev.assay.cfverify.pipeline.SubResultConfig;
import dev.assay.cfverify.pipeline.SubResultVerifier;
import dev.assay.core.log.SignedNote;
import dev.assay.core.log.TlogProof;
import dev.assay.core.sign.Envelope;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.delegation.pipeline.DelegationGrants;
import dev.assay.delegation.pipeline.DelegationVerifier;
import dev.assay.policygate.PolicyGateVerifier;
import dev.assay.quick.ingest.Ingest;
import dev.assay.quick.ingest.LogIngest;
import dev.assay.quick.limits.QuickLimits;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.RejectedException;
import dev.assay.schemas.cloudevents.CloudEvents;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.schemas.topic.Topic;
import dev.assay.screenshot.ScreenshotVerifier;
import dev.assay.testkit.bomb.BombScope;
import dev.assay.testkit.bomb.Bombs;
import dev.assay.testkit.bomb.Repeated;
import dev.assay.testkit.bomb.SmallHeap;
import dev.assay.testreport.TestReportVerifier;
import dev.assay.verifier.Verifier;
import dev.assay.verifier.exchange.FindingDocument;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bombs for the parsers of strangers' bytes: none of them passes, none of them ends the JVM. */
class ParserBombsTest implements Bombs {

  private static final String NO_PASS = "no PASS";
  private static final String FOUND = "a finding";
  private static final String REFUSED = "refused";
  private static final String READ = "read or refused";
  private static final String ID = Digests.sha256Hex("id");
  private static final int MEBI = 1 << 20;

  @Test
  void everyBombEndsTypedIn64MegabytesOfHeap(@TempDir Path directory) throws Exception {
    SmallHeap.assertAllEndTyped(ParserBombsTest.class, directory);
  }

  @Override
  public void list(Rows rows, Path directory) {
    testReports(rows, directory);
    documents(rows, directory);
    images(rows, directory);
    messages(rows);
    traces(rows);
    answers(rows);
  }

  private static void testReports(Rows rows, Path directory) {
    Report report =
        (name, role, bytes) ->
            rows.row(name, NO_PASS, judged(new TestReportVerifier(), directory, role, bytes));
    ArtifactRole xml = ArtifactRole.TEST_REPORT;
    report.row("XML of a million elements inside each other", xml, of("", "<testsuite>", MEBI, ""));
    report.row(
        "XML with an attribute of 100 MB", xml, of("<testsuite name='", "x", 100 * MEBI, "'/>"));
    report.row(
        "XML with a comment that never ends", xml, of("<testsuite><!--", "x", 100 * MEBI, ""));
    report.row("XML of a million attributes", xml, of("<testsuite ", "a='b' ", MEBI, "/>"));
    report.row(
        "XML of three million cases",
        xml,
        of("<testsuite>", "<testcase name='a'/>", 3 * MEBI, "</testsuite>"));
    report.row(
        "XML of a million suites",
        xml,
        of("<testsuites>", "<testsuite name='s'><testcase name='a'/></testsuite>", MEBI, "x"));
    report.row(
        "XML with a failure of 100 MB",
        xml,
        of(
            "<testsuite><testcase name='a'><failure message='m'>",
            "text and ",
            11 * MEBI,
            "</failure></testcase></testsuite>"));
    report.row(
        "XML of 100,000 failures",
        xml,
        of(
            "<testsuite>",
            "<testcase name='a'><failure>" + "x".repeat(900) + "</failure></testcase>",
            100_000,
            "</testsuite>"));
    report.row("JSON of brackets", xml, of("{\"results\":{\"x\":", "[", 50 * MEBI, ""));
    report.row(
        "JSON with a name of 100 MB",
        xml,
        of("{\"results\":{\"tests\":[{\"name\":\"", "x", 100 * MEBI, "\"}]}}"));
    report.row(
        "CTRF of a million failures",
        xml,
        of(
            "{\"results\":{\"tests\":[",
            "{\"name\":\"a\",\"status\":\"failed\",\"message\":\"m\",\"trace\":\"at a\"},",
            MEBI,
            "]}}"));
    report.row(
        "SARIF of a million rules",
        ArtifactRole.SARIF,
        of(
            "{\"version\":\"2.1.0\",\"runs\":[{\"tool\":{\"driver\":{\"rules\":[",
            "{\"id\":\"r\",\"defaultConfiguration\":{\"level\":\"error\"}},",
            MEBI,
            ""));
    report.row(
        "SARIF of a million results",
        ArtifactRole.SARIF,
        of(
            "{\"version\":\"2.1.0\",\"runs\":[{\"results\":[",
            "{\"ruleId\":\"r\",\"level\":\"error\",\"message\":{\"text\":\"m\"}},",
            MEBI,
            ""));
    report.row("a log of one line", ArtifactRole.TEST_LOG, of("", "x", 100 * MEBI, ""));
    report.row("a log of empty lines", ArtifactRole.TEST_LOG, of("", "\n", 100 * MEBI, ""));
    report.row(
        "a pytest log of a million failures",
        ArtifactRole.TEST_LOG,
        of("", "FAILED a.py::test_b - AssertionError: c\n", MEBI, ""));
    report.row(
        "go events of a million runs that never end",
        ArtifactRole.TEST_LOG,
        of("", "{\"Action\":\"run\",\"Package\":\"p\",\"Test\":\"T\"}\n", MEBI, ""));
    report.row(
        "TAP inside TAP",
        ArtifactRole.TEST_LOG,
        of("TAP version 13\n", "    not ok 1\n", MEBI, ""));
  }

  private static void documents(Rows rows, Path directory) {
    Verifier delegation = new DelegationVerifier(DelegationGrants.NONE, InstantSource.system());
    Verifier subResult = new SubResultVerifier(SubResultConfig.NONE);
    Verifier gate = new PolicyGateVerifier();
    for (String unit : List.of("[", "[],", "{\"a\":1},", "1,", "\"x\",")) {
      Repeated document = of("[", unit, 8 * MEBI / unit.length(), "");
      String name = " of 8 MB of " + unit;
      rows.row(
          "a delegation result" + name,
          NO_PASS,
          judged(delegation, directory, ArtifactRole.DELEGATION_RESULT, document));
      rows.row(
          "a sub-result" + name,
          NO_PASS,
          judged(subResult, directory, ArtifactRole.SUB_RESULT, document));
      rows.row(
          "a subject of the policy gate" + name,
          FOUND,
          found(judged(gate, directory, ArtifactRole.POLICY_SUBJECT, document)));
    }
    rows.row(
        "a tool trace of one line of 100 MB",
        FOUND,
        found(
            judged(
                gate,
                directory,
                ArtifactRole.TOOL_TRACE,
                of("{\"tool\":\"", "x", 100 * MEBI, ""))));
    rows.row(
        "a tool trace of a million calls",
        FOUND,
        found(
            judged(
                gate,
                directory,
                ArtifactRole.TOOL_TRACE,
                of("", "{\"tool\":\"write\",\"arguments\":{\"path\":\"a\"}}\n", MEBI, ""))));
  }

  /** What trees of JSON cost is bounded by their nodes, not by their bytes. */
  private static void traces(Rows rows) {
    for (String unit :
        List.of(
            "[],", "[1],", "{},", "{\"a\":1},", "1,", "\"x\",", "\"\u4e00\",", "[", "{\"a\":")) {
      for (String beginning : List.of("[", "{\"tool\":\"a\",\"params\":{\"b\":[")) {
        String last = beginning.equals("[") ? "1]" : "1]}}";
        String bytes =
            new String(unit.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        int times = (QuickLimits.INPUT_BYTES_MAX - 100) / bytes.length();
        rows.row(
            "a trace of 8 MB that is " + beginning + unit.strip(),
            READ,
            () -> readOrRefused(of(beginning, bytes, times, last)));
      }
    }
    for (String line :
        List.of(
            "{\"tool\":\"a\",\"params\":{\"b\":1}}\n",
            "{\"" + "n".repeat(100_000) + "\":{\"a\":1}}\n",
            "{\n")) {
      rows.row(
          "a trace of 8 MB of lines of " + line.length() + " characters",
          READ,
          () -> readOrRefused(of("", line, QuickLimits.INPUT_BYTES_MAX / line.length(), "")));
    }
  }

  /** Of the bytes nothing is held besides. */
  private static String readOrRefused(Repeated trace) {
    byte[] bytes = new byte[(int) trace.size()];
    if (trace.read(bytes, 0, bytes.length) != bytes.length) {
      throw new IllegalStateException("a bomb has another size than it says");
    }
    try {
      return LogIngest.read(bytes, QuickLimits.TRACE_NODES_MAX).actions().size()
              <= QuickLimits.ACTIONS_MAX
          ? READ
          : "too many";
    } catch (Ingest.IngestLimitException _) {
      return READ;
    }
  }

  /** What programs of others answer about a request. */
  private static void answers(Rows rows) {
    for (String unit : List.of("[", "[],", "{\"a\":1},", "{\"a\":", "1,", "\"x\",")) {
      for (String beginning : List.of("[", "{\"failures\":[", "{\"result\":{\"a\":[")) {
        int times = (FindingDocument.BYTES_MAX - beginning.length()) / unit.length();
        rows.row(
            "a finding of 64 KB of " + beginning + unit,
            REFUSED,
            read(
                bytes -> FindingDocument.read(bytes, request("command", List.of())),
                beginning,
                unit,
                times));
      }
    }
  }

  private static void images(Rows rows, Path directory) {
    byte[] png = new byte[64];
    ByteBuffer.wrap(png)
        .put(new byte[] {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10})
        .putInt(13)
        .put("IHDR".getBytes(StandardCharsets.US_ASCII))
        .putInt(1 << 30)
        .putInt(1 << 30)
        .put(new byte[] {8, 6, 0, 0, 0});
    byte[] gif = "GIF89a\u007f\u007f\u007f\u007f".getBytes(StandardCharsets.US_ASCII);
    byte[] jpeg =
        new byte[] {
          (byte) 0xff, (byte) 0xd8, (byte) 0xff, (byte) 0xc0, 0, 17, 8, 127, 127, 127, 127
        };
    for (byte[] image : List.of(png, gif, jpeg)) {
      rows.row(
          "an image of many pixels that begins with " + (image[0] & 0xff),
          NO_PASS,
          () -> {
            BombScope scope = new BombScope(directory);
            ArtifactRef one =
                scope.add(
                    ArtifactRole.SCREENSHOT, image.length, () -> new ByteArrayInputStream(image));
            ArtifactRef other =
                scope.add(
                    ArtifactRole.SCREENSHOT_BASELINE,
                    image.length,
                    () -> new ByteArrayInputStream(image));
            return judged(new ScreenshotVerifier(), scope, one, other);
          });
    }
  }

  private static void messages(Rows rows) {
    for (String unit : List.of("[", "[],", "{\"a\":1},", "1,", "\"x\",", "{},")) {
      int times = Limits.BATCH_BYTES_MAX / unit.length() - 1;
      String name = " of 8 MB of " + unit;
      rows.row("JSON" + name, REFUSED, read(Json::tree, "[", unit, times));
      rows.row("a batch of events" + name, REFUSED, read(CloudEvents::batch, "[", unit, times));
      rows.row("evidence" + name, REFUSED, read(CloudEvents::evidence, "{\"a\":[", unit, times));
      rows.row("an event" + name, REFUSED, read(CloudEvents::structured, "{\"a\":[", unit, times));
    }
    for (Topic<?> topic : Topic.all()) {
      byte[] sizes = new byte[64];
      Arrays.fill(sizes, (byte) 0xff);
      ByteBuffer.wrap(sizes).put((byte) 0xC3).put((byte) 1);
      rows.row(
          "Avro of " + topic.name() + " with huge counts",
          REFUSED,
          () -> end(topic.codec().decode(sizes)));
    }
    for (String unit : List.of("x", "\n", "\u2014 a b\n", "{\"a\":", "[")) {
      byte[] bytes = unit.repeat(4 * MEBI / unit.length()).getBytes(StandardCharsets.UTF_8);
      String name = " of 4 MB of " + unit.strip();
      rows.row("a signed note" + name, REFUSED, () -> refused(SignedNote::parse, bytes));
      rows.row(
          "a proof" + name, REFUSED, () -> refused(text -> TlogProof.parse(utf8(text)), bytes));
      rows.row("an envelope" + name, REFUSED, () -> refused(Envelope::parse, bytes));
    }
  }

  @FunctionalInterface
  private interface Report {
    void row(String name, ArtifactRole role, Repeated bytes);
  }

  private static Repeated of(String beginning, String unit, long times, String end) {
    return Repeated.of(beginning, unit, times, end);
  }

  private static Callable<String> judged(
      Verifier verifier, Path directory, ArtifactRole role, Repeated bytes) {
    return () -> {
      BombScope scope = new BombScope(directory);
      return judged(verifier, scope, scope.add(role, bytes::again));
    };
  }

  /** The gate judges what it can read of any bytes; a PASS is as good as any other finding. */
  private static Callable<String> found(Callable<String> judged) {
    return () -> judged.call().isEmpty() ? "" : FOUND;
  }

  private static String judged(Verifier verifier, BombScope scope, ArtifactRef... artifacts)
      throws IOException, InterruptedException {
    VerificationRequest request = request(verifier.info().type(), List.of(artifacts));
    return verifier.verify(request, scope).result() == Result.PASS ? "PASS" : NO_PASS;
  }

  private static VerificationRequest request(String type, List<ArtifactRef> artifacts) {
    return new VerificationRequest(
        ID, "work", ID, ID, 1, type, "{}", artifacts, null, null, Risk.LOW, null, 60_000, null);
  }

  private static Callable<String> read(
      Function<byte[], Parsed<?>> reader, String beginning, String unit, int times) {
    return () ->
        end(reader.apply((beginning + unit.repeat(times)).getBytes(StandardCharsets.UTF_8)));
  }

  private static String end(Parsed<?> parsed) {
    return switch (parsed) {
      case Parsed.Accepted<?> _ -> "accepted";
      case Parsed.Rejected<?> _ -> REFUSED;
    };
  }

  private static String utf8(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static String refused(Function<byte[], ?> parser, byte[] bytes) {
    try {
      return String.valueOf(parser.apply(bytes));
    } catch (RejectedInputException | RejectedException e) {
      return REFUSED;
    }
  }
}
