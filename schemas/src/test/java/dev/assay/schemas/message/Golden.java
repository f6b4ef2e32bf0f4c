package dev.assay.schemas.message;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.cloudevents.CloudEvents;
import dev.assay.schemas.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The documents under {@code src/test/resources/golden}, written by hand, by message:
 *
 * <ul>
 *   <li>{@code <case>.json}: a message as it is written; {@code full} has every field.
 *   <li>{@code short/<case>.json} or {@code short/<case>.<how>.json}: another document that is read
 *       as the same message.
 *   <li>{@code invalid/<code>.<fault>.json}: {@code short/required.json}, or {@code required.json}
 *       where there is no shorter one, with one fault, which is refused with that code.
 * </ul>
 *
 * <p>An execution is the CloudEvent that carries it.
 */
public final class Golden {

  private static final Path FOLDER = Path.of("src", "test", "resources", "golden");

  private static final List<Class<?>> MESSAGES =
      List.of(
          AttestationMessage.class,
          CanaryRates.class,
          DeadLetter.class,
          Decision.class,
          ExecutionEvent.class,
          GovernanceFact.class,
          ReportMessage.class,
          VerificationRequest.class,
          WorkItem.class);

  private Golden() {}

  /**
   * A document.
   *
   * @param message the simple name of its message
   * @param folder empty, {@code short} or {@code invalid}
   * @param name the file's name without its ending
   */
  public record Document(String message, String folder, String name) {

    /** The file's bytes. */
    public byte[] bytes() {
      try {
        return Files.readAllBytes(FOLDER.resolve(message).resolve(folder).resolve(name + ".json"));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** The part of the name before its first full stop. */
    public String stem() {
      int stop = name.indexOf('.');
      return stop < 0 ? name : name.substring(0, stop);
    }

    /** The message in it, or why there is none. */
    public Parsed<?> read() {
      return type().equals(ExecutionEvent.class)
          ? CloudEvents.structured(bytes())
          : Json.parse(bytes(), type());
    }

    /** The message in it. */
    public Object value() {
      return switch (read()) {
        case Parsed.Accepted<?>(Object value) -> value;
        case Parsed.Rejected<?>(Rejection rejection) -> throw new AssertionError(rejection);
      };
    }

    private Class<?> type() {
      return MESSAGES.stream()
          .filter(type -> type.getSimpleName().equals(message))
          .findFirst()
          .orElseThrow();
    }

    @Override
    public String toString() {
      return String.join("/", message, folder, name).replace("//", "/");
    }
  }

  /** All documents of {@code folder}, whatever their message. */
  public static Stream<Document> in(String folder) {
    return messages().stream().flatMap(message -> in(message, folder));
  }

  /** The names of the messages that have documents, in their order. */
  public static List<String> messages() {
    return Arrays.stream(Objects.requireNonNull(FOLDER.toFile().list())).sorted().toList();
  }

  /** {@code message} as it is sent in JSON. */
  public static byte[] write(Object message) {
    return message instanceof ExecutionEvent event ? cloudEvent(event) : Json.write(message);
  }

  private static byte[] cloudEvent(ExecutionEvent event) {
    JsonNode data = Json.toTree(event.data());
    ObjectNode document = CloudEvents.document(event.source(), event.id(), data);
    if (event.time() != null) {
      document.put("time", event.time());
    }
    if (event.traceparent() != null) {
      document.put("traceparent", event.traceparent());
    }
    return Json.write(document);
  }

  private static Stream<Document> in(String message, String folder) {
    String[] files = FOLDER.resolve(message).resolve(folder).toFile().list();
    return files == null
        ? Stream.empty()
        : Arrays.stream(files)
            .filter(file -> file.endsWith(".json"))
            .sorted()
            .map(file ->
                new Document(message, folder, file.substring(0, file.length() - ".json".length())));
  }
}
