package dev.assay.cli.client;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Whose items of a list, and which page; for commands that list what agents did. */
final class FilterOptions {

  @Mixin private PageOptions page = new PageOptions();

  @Option(names = "--agent", paramLabel = "ID", description = "only of this agent")
  private @Nullable String agent;

  @Option(names = "--since", paramLabel = "TIME", description = "only from this RFC 3339 time on")
  private @Nullable String since;

  void addTo(Map<String, @Nullable String> members) {
    members.put("agent", agent);
    members.put("since", since);
    page.addTo(members);
  }
}
