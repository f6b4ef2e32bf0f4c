package dev.assay.cfverify.document;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A SubResult.v1, reduced to what verification needs.
 *
 * @param claims the claims of all answers, flattened in document order
 */
public record SubResult(String taskId, List<Claim> claims) {

  /** Copies the list. */
  public SubResult {
    claims = List.copyOf(claims);
  }

  /**
   * One claim with its stable id: its own {@code claim_id}, or {@code answers[i].claims[j]}.
   *
   * @param evidence at least one item, in document order
   */
  public record Claim(String id, String text, List<Evidence> evidence) {

    /** Copies the list. */
    public Claim {
      evidence = List.copyOf(evidence);
    }
  }

  /**
   * One evidence item of a claim.
   *
   * @param raw the item as it came in, copied whole into a failure
   * @param locator where the proof is
   * @param quote text the producer says is there; null when absent or empty
   * @param quoteHash {@code sha256:} and more, as it came in; null when absent
   */
  public record Evidence(
      JsonNode raw, Locator locator, @Nullable String quote, @Nullable String quoteHash) {}

  /** Where an evidence item says its proof is. */
  public sealed interface Locator {

    /**
     * Lines of a file, 1-based and inclusive. {@code end} may be smaller than {@code start}: the
     * schema allows it, and no line is then referenced.
     */
    record LineRange(String path, long start, long end) implements Locator {}

    /** The neighbourhood of the first line of a file that contains {@code symbol} literally. */
    record SymbolRange(String path, String symbol) implements Locator {}

    /** A tool call that may be repeated. */
    record ToolCall(RerunHint hint) implements Locator {}

    /** A kind that this version does not verify, or one it does not know. */
    record Unsupported(String type) implements Locator {}

    /** A known kind without the members it needs. */
    record Malformed(String why) implements Locator {}
  }

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
}
