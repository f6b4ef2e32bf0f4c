package dev.assay.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which page of a list; for commands that list. */
final class PageOptions {

  @Option(names = "--limit", paramLabel = "N", description = "at most so many (default: 100)")
  private @Nullable String limit;

  @Option(names = "--cursor", paramLabel = "TEXT", description = "continue an earlier list")
  private @Nullable String cursor;

  void addTo(Map<String, @Nullable String> members) {
    members.put("limit", limit);
    members.put("cursor", cursor);
  }

  /** Says how the list goes on, when it does. */
  static void more(PrintWriter out, JsonNode page) {
    if (page.path("next").isTextual()) {
      out.println("more: --cursor " + page.path("next").asText());
    }
    out.flush();
  }
}
