package dev.assay.toolcalls;

import dev.assay.toolcalls.Draft.Answer;
import dev.assay.toolcalls.ToolCall.Outcome;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonArray;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.Scalar;
import org.jspecify.annotations.Nullable;

/** Logs of Inspect AI as JSON. Long texts lie beside the events, in the sample's attachments. */
final class InspectLog implements DocumentReader {

  private static final String ADVICE =
      "Write the log with inspect log dump --resolve-attachments, messages and events included.";
  private static final String ATTACHMENT = "attachment://";

  @Override
  public void read(JsonObject document, String pointer, Collector out) {
    Nodes.each(document, "samples", pointer, (sample, at) -> sample(sample, at, out));
  }

  private static void sample(JsonObject sample, String pointer, Collector out) {
    String scope = Nodes.plain(sample, "id") + "#" + Nodes.plain(sample, "epoch");
    JsonObject attachments = Nodes.object(sample, "attachments");
    Nodes.each(
        sample,
        "events",
        pointer,
        (event, at) -> {
          if (Nodes.text(event, "event").equals("tool")) {
            out.call(tool(event, at, attachments).scope(scope));
          }
        });
  }

  private static Draft tool(JsonObject event, String pointer, JsonObject attachments) {
    JsonObject error = Nodes.object(event, "error");
    Outcome outcome =
        Nodes.text(error, "type").equals("approval")
            ? Outcome.DENIED
            : !error.isEmpty() || Nodes.isTrue(event, "failed")
                ? Outcome.ERROR
                : Nodes.isTrue(event, "pending") ? Outcome.PENDING : Outcome.OK;
    Json written = event.get("arguments");
    Arguments arguments = Arguments.of(written);
    if (written instanceof JsonObject object) {
      Json whole = resolved(object, attachments);
      arguments = whole instanceof JsonObject all ? Arguments.parsed(all) : Arguments.TRUNCATED;
    }
    return new Draft(Format.INSPECT, pointer, Nodes.text(event, "function"), arguments)
        .id(Nodes.text(event, "id"))
        .agent(Nodes.text(event, "agent"))
        .start(Nodes.text(event, "timestamp"))
        .advice(ADVICE)
        .settle(Answer.of(outcome, event.get("result"), Nodes.text(event, "completed")));
  }

  /** {@code value} with its attachments in their places; null where one is missing. */
  private static @Nullable Json resolved(Json value, JsonObject attachments) {
    switch (value) {
      case JsonObject object -> {
        JsonObject.Builder out = JsonObject.builder();
        for (JsonObject.Member member : object.sorted()) {
          Json whole = resolved(member.value(), attachments);
          if (whole == null) {
            return null;
          }
          out.put(member.name(), whole);
        }
        return out.build();
      }
      case JsonArray array -> {
        JsonArray.Builder out = JsonArray.builder();
        for (Json element : array) {
          Json whole = resolved(element, attachments);
          if (whole == null) {
            return null;
          }
          out.add(whole);
        }
        return out.build();
      }
      case Scalar.Text(String text) when text.startsWith(ATTACHMENT) -> {
        Json attached = attachments.get(text.substring(ATTACHMENT.length()));
        return attached instanceof Scalar.Text ? attached : null;
      }
      case Scalar scalar -> {
        return scalar;
      }
    }
  }
}
