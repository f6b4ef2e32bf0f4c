package dev.assay.cfverify.cli;

import dev.assay.schemas.message.Risk;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of {@code assay cf-verify}, checked for form only.
 *
 * @param result inline JSON, a path, or {@code -} for standard input; null for {@code --help}
 * @param root the project root, or null for the working directory
 * @param out a second place for the report, or null
 * @param jail whether evidence outside the root is left unread
 * @param allowedHosts hosts that web reruns may reach, as written
 * @param searchUrl the search endpoint, or null
 * @param modelUrl base URL of the model that may object, or null
 * @param model its name, or null
 */
record Arguments(
    @Nullable String result,
    Risk risk,
    @Nullable String root,
    @Nullable String out,
    boolean jail,
    List<String> allowedHosts,
    @Nullable String searchUrl,
    @Nullable String modelUrl,
    @Nullable String model) {

  private static final Set<String> WITH_VALUE =
      Set.of(
          "--result",
          "--risk",
          "--out",
          "--root",
          "--allow-host",
          "--search-url",
          "--model-url",
          "--model");

  /** Environment variable with allowed hosts, separated by commas. */
  private static final String HOSTS_VARIABLE = "ASSAY_CF_ALLOW_HOSTS";

  /** Environment variable with the search endpoint. */
  private static final String SEARCH_VARIABLE = "ASSAY_CF_SEARCH_URL";

  /** The arguments do not have the form that the command expects. */
  static final class UsageException extends Exception {
    private static final long serialVersionUID = 1L;

    UsageException(String problem) {
      super(problem, null, false, false);
    }

    String problem() {
      return String.valueOf(getMessage());
    }
  }

  static Arguments parse(List<String> words, Map<String, String> environment)
      throws UsageException {
    Map<String, String> values = new HashMap<>();
    List<String> hosts = new ArrayList<>(listed(environment.get(HOSTS_VARIABLE)));
    for (int at = 0; at < words.size(); at++) {
      String word = words.get(at);
      if (word.equals("--help") || word.equals("-h")) {
        return new Arguments(null, Risk.MEDIUM, null, null, false, List.of(), null, null, null);
      }
      if (word.equals("--jail")) {
        values.put(word, "");
        continue;
      }
      int equals = word.startsWith("--") ? word.indexOf('=') : -1;
      String option = equals < 0 ? word : word.substring(0, equals);
      if (!WITH_VALUE.contains(option)) {
        throw new UsageException("expected an option of cf-verify, found \"" + shown(word) + "\"");
      }
      if (equals < 0 && ++at == words.size()) {
        throw new UsageException("expected a value after " + option + ", found nothing");
      }
      String value = equals < 0 ? words.get(at) : word.substring(equals + 1);
      if (option.equals("--allow-host")) {
        hosts.add(value);
      } else if (values.put(option, value) != null) {
        throw new UsageException("expected " + option + " once, found it twice");
      }
    }
    return of(values, hosts, environment);
  }

  private static Arguments of(
      Map<String, String> values, List<String> hosts, Map<String, String> environment)
      throws UsageException {
    String result = values.get("--result");
    if (result == null || result.isBlank()) {
      throw new UsageException("expected --result with a file or inline JSON, found none");
    }
    String out = values.get("--out");
    if (out != null && out.isBlank()) {
      throw new UsageException("expected a file after --out, found nothing");
    }
    if (values.containsKey("--model-url") != values.containsKey("--model")) {
      throw new UsageException("expected --model-url and --model together, found one of them");
    }
    String search = values.getOrDefault("--search-url", environment.get(SEARCH_VARIABLE));
    return new Arguments(
        result,
        risk(values.getOrDefault("--risk", "medium")),
        values.get("--root"),
        out,
        values.containsKey("--jail"),
        hosts,
        search == null || search.isBlank() ? null : search,
        values.get("--model-url"),
        values.get("--model"));
  }

  private static Risk risk(String word) throws UsageException {
    for (Risk risk : Risk.values()) {
      if (risk.wire().equals(word)) {
        return risk;
      }
    }
    throw new UsageException("expected --risk low, medium or high, found \"" + shown(word) + "\"");
  }

  private static List<String> listed(@Nullable String commas) {
    return commas == null
        ? List.of()
        : List.of(commas.split(",", -1)).stream()
            .map(String::strip)
            .filter(host -> !host.isEmpty())
            .toList();
  }

  private static String shown(String word) {
    return word.length() <= 40 ? word : word.substring(0, 40) + "...";
  }
}
