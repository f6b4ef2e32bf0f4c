package dev.assay.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.Digests;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Reports as test runners write them, and events that name them. */
final class Samples {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private Samples() {}

  /** A JUnit report of two passed tests; {@code name} makes it another artifact. */
  static String passing(String name) {
    return """
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuite name="%1$s" tests="2" failures="0" errors="0" skipped="0" time="0.031">
      <testcase classname="%1$s" name="addsUp" time="0.02"/>
      <testcase classname="%1$s" name="roundsDown" time="0.011"/>
    </testsuite>
    """
        .formatted(name);
  }

  /** A JUnit report with one failure of two. */
  static String failing(String name) {
    return """
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuite name="%1$s" tests="2" failures="1" errors="0" skipped="0" time="0.031">
      <testcase classname="%1$s" name="addsUp" time="0.02"/>
      <testcase classname="%1$s" name="roundsDown" time="0.011">
        <failure type="java.lang.AssertionError" message="expected 2 but was 3">\
    java.lang.AssertionError: expected 2 but was 3
    	at shop.Prices.roundsDown(Prices.java:17)
    </failure>
      </testcase>
    </testsuite>
    """
        .formatted(name);
  }

  /** A passing report of which the end is missing. */
  static String truncated(String name) {
    String whole = passing(name);
    return whole.substring(0, whole.indexOf("roundsDown"));
  }

  /** A report whose entities would grow to gigabytes. */
  static String bomb(String name) {
    StringBuilder entities = new StringBuilder("<!ENTITY e0 \"lollollollol\">");
    for (int i = 1; i < 10; i++) {
      entities.append("<!ENTITY e").append(i).append(" \"");
      entities.repeat("&e" + (i - 1) + ";", 10).append("\">");
    }
    return "<?xml version=\"1.0\"?><!DOCTYPE testsuite ["
        + entities
        + "]><testsuite name=\""
        + name
        + "\" tests=\"1\"><testcase classname=\"a\" name=\"&e9;\"/></testsuite>";
  }

  /** Execution data of one test report. */
  static ObjectNode data(String workItem, String sha256, long size) {
    ObjectNode data = JSON.objectNode();
    data.put("workItem", workItem).put("run", "run-1").put("attempt", 1);
    data.putObject("agent").put("fleet", "system-tests").put("id", "agent-1");
    data.putArray("artifacts")
        .addObject()
        .put("role", "test-report")
        .put("sha256", sha256)
        .put("size", size)
        .put("mediaType", "application/xml");
    return data;
  }

  /** Execution data that names {@code report}, stored or not. */
  static ObjectNode dataOf(String workItem, String report) {
    byte[] bytes = report.getBytes(StandardCharsets.UTF_8);
    return data(workItem, Digests.sha256Hex(bytes), bytes.length);
  }

  /** Stores {@code content} and names it in the execution {@code data}. */
  static void artifact(ObjectNode data, Api api, String role, String mediaType, byte[] content)
      throws IOException, InterruptedException {
    Api.Answer stored = api.put(content, mediaType);
    if (stored.status() != 201 && stored.status() != 200) {
      throw new IllegalStateException("expected to store an artifact, found " + stored);
    }
    data.withArray("artifacts")
        .addObject()
        .put("role", role)
        .put("sha256", Digests.sha256Hex(content))
        .put("size", content.length)
        .put("mediaType", mediaType);
  }

  /** A structured CloudEvent. */
  static ObjectNode event(String id, JsonNode data) {
    ObjectNode event = JSON.objectNode();
    event
        .put("specversion", "1.0")
        .put("type", "dev.assay.execution.v1")
        .put("source", "assay:system-tests")
        .put("id", id)
        .put("datacontenttype", "application/json")
        .set("data", data);
    return event;
  }
}
