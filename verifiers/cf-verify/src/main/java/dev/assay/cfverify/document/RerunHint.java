package dev.assay.cfverify.document;

import java.util.List;

/** How a producer says a tool call could be repeated. */
public sealed interface RerunHint {

  /** Fetch {@code url}; {@code prompt} says what the producer asked of the page. */
  record WebFetch(String url, String prompt) implements RerunHint {}

  /** Search for {@code query}, within or without the named domains. */
  record WebSearch(String query, List<String> allowedDomains, List<String> blockedDomains)
      implements RerunHint {

    /** Copies the lists. */
    public WebSearch {
      allowedDomains = List.copyOf(allowedDomains);
      blockedDomains = List.copyOf(blockedDomains);
    }
  }

  /** The producer says that the call cannot be repeated. */
  record Unknown() implements RerunHint {}

  /** There is no hint, or none of a shape that may be run. */
  record Unusable(String why) implements RerunHint {}
}
