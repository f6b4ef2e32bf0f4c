package dev.assay.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.redaction.CommittedFields;
import dev.assay.core.redaction.FieldSalts;
import dev.assay.schemas.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionKeyTest {

  @TempDir private Path home;

  @Test
  void aFreshKeyIsItsOwnersAloneAndStays() throws IOException {
    Path file = home.resolve("keys/redaction");

    RedactionKey.create(file);
    String first = root(RedactionKey.load(file));
    RedactionKey.create(file);

    assertThat(root(RedactionKey.load(file))).isEqualTo(first);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    try (Stream<Path> files = Files.list(home.resolve("keys"))) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void twoFreshKeysAreUnlike() throws IOException {
    RedactionKey.create(home.resolve("a"));
    RedactionKey.create(home.resolve("b"));

    assertThat(root(RedactionKey.load(home.resolve("a"))))
        .isNotEqualTo(root(RedactionKey.load(home.resolve("b"))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "secretish", "abcd", "zz"})
  void whatIsNoKeyIsRefusedWithoutSayingWhatItIs(String text) throws IOException {
    Path file = Files.writeString(home.resolve("key"), text.repeat(40));

    assertThatThrownBy(() -> RedactionKey.load(file))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("keys.redaction")
        .hasMessageContaining("another text");
  }

  @Test
  void aFileThatIsNotThereOrTooLongIsRefused() throws IOException {
    assertThatThrownBy(() -> RedactionKey.load(home.resolve("none")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("NoSuchFileException");
    Path large = Files.writeString(home.resolve("large"), "0".repeat(2_000));
    assertThatThrownBy(() -> RedactionKey.load(large)).hasMessageContaining("more than");
  }

  private static String root(FieldSalts salts) {
    return CommittedFields.of(Map.of("a", 1), salts).root();
  }
}
