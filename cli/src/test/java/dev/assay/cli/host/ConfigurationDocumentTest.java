package dev.assay.cli.host;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.config.Yaml;
import dev.assay.schemas.json.Json;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The tables of {@code docs/configuration.md} are made of the records that are read: names and
 * defaults of their members, meanings of their Javadoc. With {@code -Dassay.docs=write} the tables
 * are written anew.
 */
class ConfigurationDocumentTest {

  private static final Path ROOT = Path.of("..");
  private static final Path DOCUMENT = ROOT.resolve("docs/configuration.md");
  private static final String BEGIN = "<!-- made of the records -->\n";

  /** Of these one is enough, whichever it is. */
  private static final Set<String> ALTERNATIVES =
      Set.of("sqlite", "postgresUrl", "jwks", "jwksFile");

  private static final String RULE = "{id: i, claims: {c: t}, roles: [audit]}";

  /** What a section must say before its other members have defaults. */
  private static final Map<String, String> REQUIRED =
      Map.of(
          "ModelSection",
          "{url: 'http://m:1', name: m}",
          "S3",
          "{endpoint: 'http://s:1', bucket: b, accessKey: a, secretKey: s}",
          "RetiredKey",
          "{file: f, notBefore: 2026-01-01T00:00:00Z, notAfter: 2026-01-02T00:00:00Z}",
          "GroundTruth",
          "{sqlite: s}",
          "OidcIssuer",
          "{issuer: i, audience: a, jwks: 'https://i', rules: [" + RULE + "]}",
          "Rule",
          RULE,
          "Endpoint",
          "{secretUrl: 'https://h'}");

  @Test
  void theTablesAreThoseOfTheRecords() throws Exception {
    String document = Files.readString(DOCUMENT, UTF_8);
    int begin = document.indexOf(BEGIN) + BEGIN.length();
    String expected = document.substring(0, begin) + tables();
    if ("write".equals(System.getProperty("assay.docs"))) {
      Files.writeString(DOCUMENT, expected, UTF_8);
      return;
    }

    assertThat(document).as("run this test with -Dassay.docs=write").isEqualTo(expected);
  }

  private static String tables() throws IOException {
    StringBuilder out = new StringBuilder();
    for (RecordComponent section : SystemConfig.class.getRecordComponents()) {
      Class<?> type = section.getType();
      out.append("\n### ").append(section.getName()).append("\n\n");
      out.append(summary(type)).append("\n\n| key | default | |\n|---|---|---|\n");
      rows(section.getName(), type, out);
    }
    return out.toString();
  }

  private static void rows(String prefix, Class<?> type, StringBuilder out) throws IOException {
    String required = REQUIRED.getOrDefault(type.getSimpleName(), "{}");
    JsonNode values = Json.toTree(Yaml.parse(required, "defaults", type, Map.of()));
    for (RecordComponent member : type.getRecordComponents()) {
      JsonProperty named = member.getAccessor().getAnnotation(JsonProperty.class);
      String name = named == null ? member.getName() : named.value();
      String key = prefix + "." + name;
      out.append("| `").append(key).append("` | ");
      out.append(
          ALTERNATIVES.contains(name)
              ? "none"
              : required.contains(name + ":") ? "required" : shown(values.path(name)));
      out.append(" | ").append(meaning(type, member.getName())).append(" |\n");
      if (member.getType().isRecord()) {
        rows(key, member.getType(), out);
      } else if (element(member.getGenericType()) instanceof Class<?> element
          && element.isRecord()) {
        rows(key + (member.getType() == List.class ? "[]" : ".NAME"), element, out);
      }
    }
  }

  private static Type element(Type type) {
    return type instanceof ParameterizedType container
        ? container.getActualTypeArguments()[container.getActualTypeArguments().length - 1]
        : type;
  }

  private static String shown(JsonNode value) {
    boolean none = value.isMissingNode() || value.isContainerNode() && value.isEmpty();
    String text = value.asText();
    return none ? "none" : text.isEmpty() ? "empty" : "`" + text + "`";
  }

  private static String summary(Class<?> type) throws IOException {
    return plain(javadoc(type).split("\n@param", 2)[0]);
  }

  private static String meaning(Class<?> type, String member) throws IOException {
    for (String tag : javadoc(type).split("\n@param ", -1)) {
      if (tag.startsWith(member + " ")) {
        return plain(tag.substring(member.length() + 1));
      }
    }
    throw new AssertionError("expected @param " + member + " in the Javadoc of " + type);
  }

  private static String plain(String javadoc) {
    return javadoc.replaceAll("\\{@code\\s+([^}]*)}", "`$1`").replaceAll("\\s+", " ").strip();
  }

  /** The Javadoc of a record, without its stars. */
  private static String javadoc(Class<?> type) throws IOException {
    Class<?> file = type.getEnclosingClass() == null ? type : type.getEnclosingClass();
    String path = "src/main/java/" + file.getName().replace('.', '/') + ".java";
    Path source;
    try (Stream<Path> modules = Files.walk(ROOT, 2)) {
      source =
          modules.map(each -> each.resolve(path)).filter(Files::exists).findFirst().orElseThrow();
    }
    Matcher comment =
        Pattern.compile(
                "/\\*\\*((?:(?!\\*/).)*)\\*/\\s*public record " + type.getSimpleName() + "\\(",
                Pattern.DOTALL)
            .matcher(Files.readString(source, UTF_8));
    if (!comment.find()) {
      throw new AssertionError("expected a comment before record " + type.getSimpleName());
    }
    return comment.group(1).replaceAll("\n\\s*\\* ?", "\n").strip();
  }
}
