package dev.assay.agencyverify.agency;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What a script may say about itself in {@code .agency/out/verify.json}. */
sealed interface VerifyJson {

  /** Texts and numbers that are only passed over have no limit of their own. */
  JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(AgencyLimits.VERIFY_JSON_DEPTH_MAX)
                  .maxStringLength(AgencyLimits.DOCUMENT_BYTES_MAX)
                  .maxNumberLength(AgencyLimits.VERIFY_JSON_BYTES_MAX)
                  .maxNameLength(AgencyLimits.VERIFY_JSON_BYTES_MAX)
                  .build())
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .build();

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
      return parse(JsonFiles.bytes(real, AgencyLimits.VERIFY_JSON_BYTES_MAX));
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

  /**
   * Reads token by token, so that {@code data} costs nothing; the last member of a name counts (RFC
   * 8259 section 4 leaves it to the reader), as for a script that is read with Go.
   */
  private static VerifyJson parse(byte[] utf8) throws IOException, JsonFiles.Malformed {
    try (JsonParser json =
        FACTORY.createParser(
            new InputStreamReader(
                new ByteArrayInputStream(utf8), StandardCharsets.UTF_8.newDecoder()))) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        return new Invalid("verify.json: expected a JSON object, found another value");
      }
      Members members = new Members();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        json.nextToken();
        members.take(name, json);
        json.skipChildren();
      }
      if (json.nextToken() != null) {
        return new Invalid("verify.json: expected one JSON object, found more after it");
      }
      return members.said();
    } catch (CharacterCodingException e) {
      return new Invalid("verify.json: expected UTF-8 text, found other bytes");
    } catch (JsonProcessingException e) {
      throw JsonFiles.malformed(e);
    }
  }

  /** The members that count, as far as they are read; null while absent or of another type. */
  final class Members {
    private @Nullable String version;
    private @Nullable Boolean ok;
    private @Nullable String summary = "";

    private Members() {}

    private void take(String name, JsonParser json) throws IOException {
      JsonToken token = json.currentToken();
      switch (name) {
        case "schema_version" -> version = textOf(json);
        case "ok" -> ok = token.isBoolean() ? json.getBooleanValue() : null;
        case "summary" -> summary = token == JsonToken.VALUE_NULL ? "" : textOf(json);
        default -> {}
      }
    }

    private static @Nullable String textOf(JsonParser json) throws IOException {
      return json.currentToken() == JsonToken.VALUE_STRING ? json.getText() : null;
    }

    private VerifyJson said() {
      if (version == null || version.isEmpty()) {
        return new Invalid("verify.json: schema_version is required and must be non-empty");
      }
      if (ok == null) {
        return new Invalid("verify.json: ok is required and must be true or false");
      }
      if (summary == null) {
        return new Invalid("verify.json: summary must be text where present");
      }
      return new Valid(ok, summary);
    }
  }
}
