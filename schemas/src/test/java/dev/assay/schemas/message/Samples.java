package dev.assay.schemas.message;

import java.util.Map;
import java.util.stream.Collectors;

/** One full value of every message, every optional member present: the golden ones. */
public final class Samples {

  private Samples() {}

  public static ExecutionEvent execution() {
    return (ExecutionEvent) new Golden.Document("ExecutionEvent", "", "full").value();
  }

  /** All messages, by the name of their schema. */
  public static Map<String, Object> all() {
    return Golden.in("")
        .filter(document -> document.name().equals("full"))
        .collect(Collectors.toMap(Golden.Document::message, Golden.Document::value));
  }
}
