package dev.assay.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import dev.assay.cli.CommandException;
import dev.assay.cli.Output;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Ids that begin as a person wrote them. */
final class Beginnings {

  /** Ids that are shown of those that begin so. */
  private static final int SHOWN_MAX = 5;

  private Beginnings() {}

  /**
   * A few of the ids that begin with {@code named}.
   *
   * @param list path of the list that takes {@code prefix}
   * @param member of its items, with the id
   * @param valid whether a text is such an id
   */
  static List<String> of(
      ApiClient api, String list, String member, Predicate<String> valid, String named)
      throws IOException, InterruptedException {
    JsonNode page =
        api.list(
            list + ApiClient.query(Map.of("prefix", named, "limit", Integer.toString(SHOWN_MAX))),
            "items",
            Map.of(member, JsonNodeType.STRING));
    List<String> found = new ArrayList<>();
    for (JsonNode item : page.path("items")) {
      String id = item.path(member).asText();
      if (valid.test(id) && id.startsWith(named)) {
        found.add(id);
      }
    }
    return found;
  }

  /**
   * The one of {@code found}, which are ids of {@code kind} that begin with {@code named}.
   *
   * @throws CommandException with AMBIGUOUS_ID when there are several
   */
  static String only(String kind, String named, List<String> found) {
    if (found.size() > 1) {
      throw new CommandException(
          "AMBIGUOUS_ID",
          "expected the id of one "
              + kind
              + ", or its beginning, found that '"
              + Output.plain(named)
              + "' begins several: "
              + String.join(", ", found));
    }
    return found.getFirst();
  }
}
