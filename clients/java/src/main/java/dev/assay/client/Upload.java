package dev.assay.client;

import com.fasterxml.jackson.databind.node.JsonNodeType;
import dev.assay.schemas.Digests;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

/** An artifact on its way to a service that may have it already. */
record Upload(Call call, ArtifactRef artifact) {

  private static final String PATH = "/v1/artifacts";

  /** The status of an answer to who sends what is there. */
  private static final int STORED_ALREADY = 412;

  static Upload of(ArtifactRole role, String mediaType, byte[] bytes) {
    return new Upload(
        Call.put(PATH, ClientLimits.ANSWER_TIME, mediaType, bytes),
        new ArtifactRef(role, Digests.sha256Hex(bytes), bytes.length, mediaType, null));
  }

  static Upload of(ArtifactRole role, String mediaType, Path file) throws IOException {
    MessageDigest digest = Digests.sha256();
    long size;
    try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
      size = in.transferTo(OutputStream.nullOutputStream());
    }
    Duration limit =
        ClientLimits.ANSWER_TIME.plusSeconds(size / ClientLimits.UPLOAD_BYTES_PER_SECOND_MIN);
    return new Upload(
        Call.put(PATH, limit, mediaType, file),
        new ArtifactRef(role, Digests.hex(digest.digest()), size, mediaType, null));
  }

  /** The artifact, once it is stored. */
  ArtifactRef send(Calls calls) throws IOException, InterruptedException {
    call.header("x-expected-sha256", artifact.sha256());
    if (calls.readsEarlyAnswers()) {
      call.header("If-None-Match", "*");
    }
    try {
      var _ = calls.call(call, Map.of("sha256", JsonNodeType.STRING));
    } catch (AssayException e) {
      if (!Objects.equals(e.status(), STORED_ALREADY)) {
        throw e;
      }
    }
    return artifact;
  }
}
