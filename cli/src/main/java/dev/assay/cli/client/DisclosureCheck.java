package dev.assay.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.assay.cli.CommandException;
import dev.assay.cli.Output;
import dev.assay.core.redaction.DisclosureDocument;
import dev.assay.core.redaction.DisclosureDocument.Shown;
import dev.assay.core.redaction.RedactionLimits;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.core.verify.OfflineCheck;
import dev.assay.schemas.Digests;
import dev.assay.schemas.json.CanonicalJson;
import dev.assay.schemas.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A disclosure that was checked against the statement of an attestation.
 *
 * @param check what came of it; on failure its detail begins with the code of the rejection
 * @param shown what it shows, or null when it does not hold
 */
record DisclosureCheck(OfflineCheck.Check check, @Nullable Shown shown) {

  private static final String NAME = "disclosure";

  /** The disclosure in {@code file} against the statement in {@code files}. */
  static DisclosureCheck of(Path file, AttestationFiles files) {
    byte[] document = read(file);
    try {
      String id = Digests.sha256Hex(files.statement());
      Shown shown =
          DisclosureDocument.parse(document).verify(id, OfflineCheck.statement(files.envelope()));
      int all = shown.fields().size() + shown.withheld();
      String detail = shown.fields().size() + " of " + all + " fields of the " + shown.of().wire();
      return new DisclosureCheck(new OfflineCheck.Check(NAME, true, null, detail), shown);
    } catch (RejectedInputException e) {
      return new DisclosureCheck(
          new OfflineCheck.Check(
              NAME,
              false,
              OfflineCheck.Code.DISCLOSURE_INVALID,
              Output.line(String.valueOf(e.getMessage()))),
          null);
    }
  }

  /** The fields that are shown and how many are withheld, as JSON; null when it does not hold. */
  JsonNode fields() {
    Shown disclosed = shown;
    return disclosed == null ? NullNode.getInstance() : Json.toTree(disclosed);
  }

  /** Prints the fields that are shown, and how many are withheld. */
  void print(PrintWriter out) {
    Shown disclosed = shown;
    if (disclosed != null) {
      disclosed
          .fields()
          .forEach((name, value) -> {
            String text = new String(CanonicalJson.bytes(value), StandardCharsets.UTF_8);
            out.println("  " + Output.line(name) + "  " + Output.line(text));
          });
      out.println("  withheld  " + disclosed.withheld());
    }
  }

  /** What is in {@code file}; of one that is too large, enough to tell. */
  private static byte[] read(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(RedactionLimits.DOCUMENT_BYTES_MAX + 1);
    } catch (IOException e) {
      throw new CommandException(
          "FILE_UNREADABLE",
          "expected a file that disclose wrote, found that "
              + file
              + " cannot be read: "
              + e.getClass().getSimpleName());
    }
  }
}
