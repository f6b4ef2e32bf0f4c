package dev.assay.cli.client;

import dev.assay.cli.CommandException;
import dev.assay.cli.Output;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.store.index.IndexLimits;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;

/** Attestations as people name them: by their id, or by the beginning of it that only one has. */
final class AttestationIds {

  private static final Pattern BEGINNING =
      Pattern.compile("[0-9a-f]{" + IndexLimits.ID_PREFIX_CHARS_MIN + ",63}");

  private AttestationIds() {}

  /**
   * The whole id of the attestation {@code named}.
   *
   * @throws CommandException with USAGE when it is neither an id nor enough of one, with NOT_FOUND
   *     when none begins so, or with AMBIGUOUS_ID when several do
   */
  static String whole(ApiClient api, String named) throws IOException, InterruptedException {
    if (Digests.valid(named)) {
      return named;
    }
    if (!BEGINNING.matcher(named).matches()) {
      throw new CommandException(
          "USAGE",
          "expected the id of an attestation, or at least "
              + IndexLimits.ID_PREFIX_CHARS_MIN
              + " lower-case hexadecimal digits that it begins with, found '"
              + Output.plain(named)
              + "'; see assay attestations list");
    }
    List<String> found = Beginnings.of(api, "/v1/attestations", "id", Digests::valid, named);
    if (found.isEmpty()) {
      throw new CommandException(
          ErrorCode.NOT_FOUND.name(),
          "expected an attestation whose id begins with " + named + ", found none");
    }
    return Beginnings.only("attestation", named, found);
  }
}
