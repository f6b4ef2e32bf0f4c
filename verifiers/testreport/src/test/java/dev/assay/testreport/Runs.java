package dev.assay.testreport;

import dev.assay.schemas.Digests;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.Pointer;
import dev.assay.schemas.message.Producer;
import dev.assay.schemas.message.ReportTarget;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationReport;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.verifier.Finding;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs the verifier over small documents as the worker would. */
final class Runs {

  static final String PLAIN = "{}";
  private static final String DIGEST = "0".repeat(64);

  private Runs() {}

  static Finding judge(String document) {
    return judge(document, null);
  }

  static Finding judge(String document, @Nullable Integer exitCode) {
    return judge(document.getBytes(StandardCharsets.UTF_8), exitCode, PLAIN);
  }

  static Finding judge(String document, @Nullable Integer exitCode, String config) {
    return judge(document.getBytes(StandardCharsets.UTF_8), exitCode, config);
  }

  static Finding judge(byte[] document, @Nullable Integer exitCode, String config) {
    ArtifactRef artifact = artifact(Digests.sha256Hex(document), document.length, exitCode);
    Finding finding =
        run(artifact, new MemoryScope(() -> new ByteArrayInputStream(document)), config);
    for (Pointer pointer : finding.pointers()) {
      if (pointer.offset() + pointer.length() > document.length) {
        throw new AssertionError(
            "expected pointers inside " + document.length + " bytes, found " + pointer);
      }
    }
    return finding;
  }

  /** Judges bytes that are made while they are read. */
  static Finding judgeStream(Supplier<InputStream> bytes, long size) {
    try (InputStream in = bytes.get()) {
      var digest = Digests.sha256();
      byte[] buffer = new byte[1 << 16];
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        digest.update(buffer, 0, count);
      }
      return run(artifact(Digests.hex(digest.digest()), size, null), new MemoryScope(bytes), PLAIN);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Finding run(ArtifactRef artifact, MemoryScope scope, String config) {
    return run(request(artifact, config), scope);
  }

  static Finding run(VerificationRequest request, MemoryScope scope) {
    Finding finding;
    try {
      finding = new TestReportVerifier().verify(request, scope);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError("expected a finding, found an interruption", e);
    }
    asReport(finding);
    return finding;
  }

  static VerificationRequest request(ArtifactRef artifact, String config) {
    return new VerificationRequest(
        DIGEST,
        "demo/item",
        DIGEST,
        DIGEST,
        1,
        TestReportVerifier.TYPE,
        config,
        List.of(artifact),
        null,
        null,
        Risk.LOW,
        null,
        2_000,
        null);
  }

  static ArtifactRef artifact(String sha256, long size, @Nullable Integer exitCode) {
    Producer producer = exitCode == null ? null : new Producer("test", exitCode, Map.of());
    return new ArtifactRef(
        ArtifactRole.TEST_REPORT, sha256, size, "application/octet-stream", producer);
  }

  /** The finding as a report, whose constructor checks every bound of the contract. */
  static VerificationReport asReport(Finding finding) {
    return finding.report(
        TestReportVerifier.TYPE, "1", new ReportTarget("demo/item", null, List.of()));
  }

  static byte[] reportBytes(Finding finding) {
    return Json.canonical(asReport(finding));
  }

  /** The text that the finding's pointer of that index cites. */
  static String cited(String document, Finding finding, int index) {
    Pointer pointer = finding.pointers().get(index);
    byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
    return new String(
        Arrays.copyOfRange(
            bytes, (int) pointer.offset(), (int) (pointer.offset() + pointer.length())),
        StandardCharsets.UTF_8);
  }
}
