package dev.assay.toolcalls;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The golden files: formats by directory, and what a reader owes for each file. */
final class Golden {

  private static final ObjectMapper JSON = new ObjectMapper();

  private Golden() {}

  /**
   * One file.
   *
   * @param name format and case
   */
  record Case(String name, Path file, JsonNode expected) {
    byte[] input() {
      try {
        return Files.readAllBytes(file);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    try (Stream<Path> formats = Files.list(root())) {
      for (Path format : formats.filter(Files::isDirectory).sorted().toList()) {
        JsonNode expected = JSON.readTree(format.resolve("expected.json").toFile());
        for (var entry : expected.properties()) {
          Path file = format.resolve(entry.getKey() + ".json");
          cases.add(new Case(format.getFileName() + " " + entry.getKey(), file, entry.getValue()));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return cases;
  }

  private static Path root() {
    try {
      return Path.of(Objects.requireNonNull(Golden.class.getResource("/golden")).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
