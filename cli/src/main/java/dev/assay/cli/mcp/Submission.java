package dev.assay.cli.mcp;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.client.ApiClient;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Limits;
import dev.assay.schemas.MediaTypes;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import dev.assay.schemas.cloudevents.CloudEvents;
import dev.assay.schemas.message.ExecutionEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What an agent claims to have done; the members of {@code submit_claim}.
 *
 * @param key names the event in its fleet: the same key again is the same event
 */
record Submission(
    @JsonProperty("work_item") String workItem,
    @JsonProperty("idempotency_key") String key,
    @Nullable Integer attempt,
    @Nullable String fleet,
    @Nullable String agent,
    List<String> claims,
    List<Attached> artifacts,
    List<String> requires,
    @Nullable String risk,
    @JsonProperty("ground_truth") @Nullable String groundTruth) {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  Submission {
    workItem = Require.id("work_item", workItem);
    key = Require.id("idempotency_key", key);
    claims = Require.list("claims", claims, Limits.CLAIMS_MAX);
    artifacts = Require.list("artifacts", artifacts, Limits.ARTIFACTS_MAX);
    requires = Require.list("requires", requires, Limits.VERIFIERS_MAX);
  }

  /**
   * An artifact: a file, or what was uploaded, as the answer to its upload names it.
   *
   * @param sha256 64 hexadecimal digits
   * @param size in bytes; may be left out, with the media type, where the caller may read what was
   *     uploaded, because a work item of its fleet has it
   */
  record Attached(
      String role,
      @Nullable String path,
      @Nullable String sha256,
      @Nullable Long size,
      @JsonProperty("media_type") @Nullable String mediaType) {

    Attached {
      role = Require.present("role", role);
      if ((path == null) == (sha256 == null)) {
        throw Rejection.of(
                ErrorCode.INVALID_FIELD,
                "expected path or sha256 of an artifact, found both or none")
            .asException();
      }
    }

    private ObjectNode reference(McpTools.Caller caller) throws IOException, InterruptedException {
      JsonNode stored;
      if (path == null && size != null && mediaType != null) {
        stored =
            JSON.objectNode().put("sha256", sha256).put("size", size).put("mediaType", mediaType);
      } else if (path == null) {
        stored = caller.api().artifact(Objects.requireNonNull(sha256));
      } else {
        Path file = caller.files().file(path);
        stored = caller.api().putArtifact(file, MediaTypes.of(file.toString(), MediaTypes.DEFAULT));
      }
      ObjectNode reference = JSON.objectNode().put("role", role);
      reference.set("sha256", stored.get("sha256"));
      reference.set("size", stored.get("size"));
      reference.set("mediaType", stored.get("mediaType"));
      return reference;
    }
  }

  /** Uploads what is a file, and posts the execution. */
  ObjectNode submitted(McpTools.Caller caller) throws IOException, InterruptedException {
    ObjectNode data = JSON.objectNode();
    data.put("workItem", workItem).put("run", key);
    data.put("attempt", Objects.requireNonNullElse(attempt, 1));
    String ofFleet = Objects.requireNonNullElse(fleet, caller.fleet());
    data.putObject("agent")
        .put("fleet", ofFleet)
        .put("id", Objects.requireNonNullElse(agent, "mcp"));
    texts(data, "claims", claims);
    ArrayNode references = data.putArray("artifacts");
    for (Attached attached : artifacts) {
      references.add(attached.reference(caller));
    }
    texts(data, "requires", requires);
    if (groundTruth != null) {
      data.put("groundTruth", groundTruth);
    }
    if (risk != null) {
      data.put("risk", risk);
    }
    ApiClient.Answer answer =
        caller
            .api()
            .postExecution(CloudEvents.document(ExecutionEvent.sourceOf(ofFleet), key, data), 0);
    return JSON.objectNode()
        .put("work_item", workItem)
        .put("event_id", key)
        .put("attempt", Objects.requireNonNullElse(attempt, 1))
        .put("duplicate", answer.body().path("duplicate").asBoolean());
  }

  private static void texts(ObjectNode data, String name, List<String> values) {
    if (!values.isEmpty()) {
      ArrayNode array = data.putArray(name);
      values.forEach(array::add);
    }
  }
}
