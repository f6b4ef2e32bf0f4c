package dev.assay.quick.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** One directory of golden vectors. */
record VectorCase(Path directory) {

  static final ObjectMapper JSON = new ObjectMapper();

  static Stream<VectorCase> all() {
    try {
      Path root = Path.of(VectorCase.class.getResource("/vectors").toURI());
      try (Stream<Path> entries = Files.list(root)) {
        return entries.sorted().map(VectorCase::new).toList().stream();
      }
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean onPostgres() {
    return Files.exists(directory.resolve("expected_pg.json"));
  }

  JsonNode expected(boolean postgres) throws IOException {
    return json(postgres ? "expected_pg.json" : "expected.json");
  }

  JsonNode args() throws IOException {
    return json("args.json");
  }

  boolean implementationSpecific() throws IOException {
    return json("meta.json").path("implSpecific").asBoolean();
  }

  String schema(boolean postgres) throws IOException {
    Path own = directory.resolve("schema.pg.sql");
    Path file = postgres && Files.exists(own) ? own : directory.resolve("schema.sql");
    return Files.readString(file);
  }

  byte[] input() throws IOException {
    Path plain = directory.resolve("input");
    if (Files.exists(plain)) {
      return Files.readAllBytes(plain);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (JsonNode part : json("input.spec.json").path("parts")) {
      byte[] bytes =
          part.has("hex")
              ? HexFormat.of().parseHex(part.path("hex").asText())
              : part.path("utf8").asText().getBytes(StandardCharsets.UTF_8);
      for (int i = 0; i < part.path("repeat").asInt(1); i++) {
        out.writeBytes(bytes);
      }
    }
    return out.toByteArray();
  }

  List<String> argv() throws IOException {
    List<String> argv = new ArrayList<>();
    args().path("argv").forEach(arg -> argv.add(arg.asText()));
    return argv;
  }

  private JsonNode json(String name) throws IOException {
    return JSON.readTree(Files.readAllBytes(directory.resolve(name)));
  }

  @Override
  public String toString() {
    return directory.getFileName().toString();
  }
}
