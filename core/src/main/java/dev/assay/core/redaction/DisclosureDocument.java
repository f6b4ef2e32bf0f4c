package dev.assay.core.redaction;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import dev.assay.schemas.json.Json;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Some fields of a claim or report, shown against the root in a signed statement.
 *
 * @param attestation id of the attestation whose statement has the root
 * @param root SHA-256, in hex, of the canonical JSON of {@code digests} and {@code algorithm}
 * @param digests of all fields, shown or withheld; base64url, sorted, each once
 * @param disclosures of the fields that are shown, as RFC 9901 encodes them
 * @param withheld how many fields are not shown
 */
public record DisclosureDocument(
    String attestation,
    Committed of,
    String root,
    @JsonProperty("_sd") List<String> digests,
    @JsonProperty("_sd_alg") String algorithm,
    List<String> disclosures,
    int withheld) {

  /** The rejection of what is no disclosure document. */
  static final String INVALID = "disclosure-invalid";

  private static final Pattern DIGEST = Pattern.compile("[A-Za-z0-9_-]{43}");

  /** Checks form and bounds; whether it holds is for {@link #verify}. */
  public DisclosureDocument {
    attestation = Require.digest("attestation", attestation);
    of = Require.present("of", of);
    root = Require.digest("root", root);
    digests = Require.list("_sd", Require.present("_sd", digests), RedactionLimits.FIELDS_MAX);
    Require.that(
        sorted(digests) && digests.stream().allMatch(each -> DIGEST.matcher(each).matches()),
        ErrorCode.INVALID_FIELD,
        "_sd",
        "expected SHA-256 digests in base64url in _sd, sorted and each once, found other values");
    Require.that(
        CommittedFields.ALGORITHM.equals(algorithm),
        ErrorCode.INVALID_FIELD,
        "_sd_alg",
        "expected _sd_alg " + CommittedFields.ALGORITHM + ", found another one");
    disclosures =
        Require.list(
            "disclosures", Require.present("disclosures", disclosures), RedactionLimits.FIELDS_MAX);
    disclosures.forEach(
        each -> Require.text("disclosures", each, RedactionLimits.DISCLOSURE_CHARS_MAX));
    Require.range("withheld", withheld, 0, RedactionLimits.FIELDS_MAX);
  }

  /**
   * What a disclosure shows, once it was verified.
   *
   * @param fields the fields that are shown, by name
   * @param withheld how many are not
   */
  public record Shown(Committed of, TreeMap<String, JsonNode> fields, int withheld) {}

  /**
   * Reads one of strangers.
   *
   * @throws RejectedInputException with code {@code disclosure-too-large} or {@code
   *     disclosure-invalid}
   */
  public static DisclosureDocument parse(byte[] bytes) {
    if (bytes.length > RedactionLimits.DOCUMENT_BYTES_MAX) {
      throw new RejectedInputException(
          "disclosure-too-large",
          "at most " + RedactionLimits.DOCUMENT_BYTES_MAX + " bytes",
          bytes.length + " bytes");
    }
    return switch (Json.parse(bytes, DisclosureDocument.class)) {
      case Parsed.Accepted<DisclosureDocument>(DisclosureDocument read) -> read;
      case Parsed.Rejected<DisclosureDocument>(Rejection rejection) ->
          throw new RejectedInputException(
              INVALID, "a disclosure document", "something else (" + rejection.detail() + ")");
    };
  }

  /**
   * What it shows, checked against {@code statement}: every disclosure against the digests, the
   * digests against the root, and the root against that of the statement.
   *
   * @param id of the attestation, whose signature the caller has verified
   * @param statement of that attestation
   * @throws RejectedInputException with code {@code disclosure-other-attestation}, {@code
   *     disclosure-not-committed}, {@code disclosure-other-root}, {@code disclosure-root-mismatch},
   *     {@code disclosure-unknown}, {@code disclosure-repeated}, {@code disclosure-invalid} or
   *     {@code disclosure-miscounted}
   */
  public Shown verify(String id, JsonNode statement) {
    require(attestation.equals(id), "disclosure-other-attestation", id, attestation);
    JsonNode signed = statement.path("predicate").path("commitments").path(of.wire());
    require(
        signed.isTextual(),
        "disclosure-not-committed",
        "a statement that commits to the fields of its " + of.wire(),
        "one that does not");
    require(root.equals(signed.asText()), "disclosure-other-root", signed.asText(), root);
    String computed = CommittedFields.root(digests);
    require(computed.equals(root), "disclosure-root-mismatch", root, computed);
    TreeMap<String, JsonNode> fields = new TreeMap<>();
    Set<String> known = new HashSet<>(digests);
    for (String each : disclosures) {
      FieldDisclosure disclosure = FieldDisclosure.parse(each);
      require(
          digests.contains(disclosure.digest()),
          "disclosure-unknown",
          "a disclosure whose digest is in _sd",
          "another value or salt of " + Require.quoted(disclosure.name()));
      require(
          known.remove(disclosure.digest())
              && fields.put(disclosure.name(), disclosure.value()) == null,
          "disclosure-repeated",
          "each field once",
          Require.quoted(disclosure.name()) + " twice");
    }
    require(
        withheld == known.size(),
        "disclosure-miscounted",
        known.size() + " withheld fields",
        Integer.toString(withheld));
    return new Shown(of, fields, withheld);
  }

  private static boolean sorted(List<String> digests) {
    for (int i = 1; i < digests.size(); i++) {
      if (digests.get(i - 1).compareTo(digests.get(i)) >= 0) {
        return false;
      }
    }
    return true;
  }

  private static void require(boolean holds, String code, String expected, String found) {
    if (!holds) {
      throw new RejectedInputException(code, expected, found);
    }
  }
}
