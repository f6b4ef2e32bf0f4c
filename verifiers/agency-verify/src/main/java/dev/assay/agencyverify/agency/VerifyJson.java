package dev.assay.agencyverify.agency;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** What a script may say about itself in {@code .agency/out/verify.json}. */
sealed interface VerifyJson {

  /** There is no such file. */
  record Absent() implements VerifyJson {}

  /** There is one that counts for nothing; {@code problem} says why. */
  record Invalid(String problem) implements VerifyJson {}

  /**
   * A valid one.
   *
   * @param summary empty when the script gave none
   */
  record Valid(boolean ok, String summary) implements VerifyJson {}

  /**
   * Reads the file of {@code worktree}; it must really lie inside, whatever links the script made.
   */
  static VerifyJson read(Path worktree) {
    Path file = path(worktree);
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return new Absent();
    }
    try {
      Path real = file.toRealPath();
      if (!real.startsWith(worktree.toRealPath())) {
        return new Invalid(
            "verify.json: expected a file inside the worktree, found a link out of it");
      }
      return check(JsonFiles.read(real));
    } catch (JsonFiles.Malformed e) {
      return new Invalid("verify.json: " + e.getMessage());
    } catch (IOException e) {
      return new Invalid("verify.json: could not be read: " + e);
    }
  }

  /** Where the file is expected. */
  static Path path(Path worktree) {
    return worktree.resolve(".agency").resolve("out").resolve("verify.json");
  }

  private static VerifyJson check(JsonNode node) {
    if (!node.isObject()) {
      return new Invalid("verify.json: expected a JSON object, found another value");
    }
    JsonNode version = node.path("schema_version");
    if (!version.isTextual() || version.textValue().isEmpty()) {
      return new Invalid("verify.json: schema_version is required and must be non-empty");
    }
    JsonNode ok = node.path("ok");
    if (!ok.isBoolean()) {
      return new Invalid("verify.json: ok is required and must be true or false");
    }
    JsonNode summary = node.path("summary");
    if (!summary.isMissingNode() && !summary.isTextual()) {
      return new Invalid("verify.json: summary must be text where present");
    }
    return new Valid(ok.booleanValue(), summary.asText(""));
  }
}
