package dev.assay.verifier.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.Producer;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.Target;
import dev.assay.schemas.message.VerificationRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a verifier in another language is asked.
 *
 * @param schemaVersion {@link #VERSION}
 * @param config the policy's configuration for this verifier
 * @param timeMillis what it has to answer in
 * @param artifacts the artifact that it judges first, then those that go with it
 * @param expect ids of tests that failed before, which the answer's {@code tests} should name, or
 *     null
 */
public record RequestDocument(
    String schemaVersion,
    String verifierType,
    String requestId,
    String workItem,
    int attempt,
    Risk risk,
    @Nullable String lens,
    @Nullable Target target,
    JsonNode config,
    long timeMillis,
    List<Artifact> artifacts,
    @Nullable List<String> expect) {

  /** The version of both documents; it grows when something that was there changes. */
  public static final String VERSION = "1.0";

  /**
   * One artifact.
   *
   * @param path where its bytes are in a file system, or null
   * @param content its bytes in Base64, or null
   */
  public record Artifact(
      ArtifactRole role,
      String sha256,
      long size,
      String mediaType,
      @Nullable Producer producer,
      @Nullable String path,
      @Nullable String content) {}

  /** Where the bytes of the artifacts are. */
  @FunctionalInterface
  public interface Bytes {

    /** The artifact {@code plain}, the {@code index}-th of the request, with its bytes. */
    Artifact with(int index, Artifact plain);
  }

  public RequestDocument {
    artifacts = List.copyOf(artifacts);
    expect = expect == null ? null : List.copyOf(expect);
  }

  /** The document of {@code request}. */
  public static RequestDocument of(VerificationRequest request, long timeMillis, Bytes bytes) {
    return new RequestDocument(
        VERSION,
        request.verifierType(),
        request.requestId(),
        request.workItem(),
        request.attempt(),
        request.risk(),
        request.lens(),
        request.target(),
        switch (Json.tree(request.config().getBytes(StandardCharsets.UTF_8))) {
          case Parsed.Accepted<JsonNode>(JsonNode config) -> config;
          case Parsed.Rejected<JsonNode> _ -> JsonNodeFactory.instance.objectNode();
        },
        timeMillis,
        IntStream.range(0, request.artifacts().size())
            .mapToObj(i -> bytes.with(i, plain(request, i)))
            .toList(),
        request.expect().isEmpty() ? null : request.expect());
  }

  private static Artifact plain(VerificationRequest request, int index) {
    var artifact = request.artifacts().get(index);
    return new Artifact(
        artifact.role(),
        artifact.sha256(),
        artifact.size(),
        artifact.mediaType(),
        artifact.producer(),
        null,
        null);
  }

  /** The document as JSON. */
  public byte[] json() {
    return Json.write(this);
  }
}
