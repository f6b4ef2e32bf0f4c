package dev.assay.store.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.sign.Ed25519PublicKey;
import dev.assay.core.sign.Pem;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Ed25519KeyTest {

  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final byte[] MESSAGE = "message".getBytes(StandardCharsets.UTF_8);

  /** The private key of RFC 8410 section 10.3. */
  private static final String RFC_8410 =
      """
      -----BEGIN PRIVATE KEY-----
      MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
      -----END PRIVATE KEY-----
      """;

  @TempDir Path directory;

  @Test
  void aKeyIsCreatedOnceForItsOwnerAloneAndReadBack() throws Exception {
    Path file = directory.resolve("keys/log.pem");

    Ed25519Key created = Ed25519Key.loadOrCreate(file, NOW);
    Ed25519Key again = Ed25519Key.loadOrCreate(file, NOW.plusSeconds(99));

    assertThat(again.keyId()).isEqualTo(created.keyId());
    assertThat(again.created()).isEqualTo(NOW);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(directory.resolve("keys")).isDirectoryContaining(path -> path.equals(file));
    try (var files = Files.list(directory.resolve("keys"))) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void theKeyOfRfc8410HasItsPublicKey() {
    Ed25519Key key = Ed25519Key.parse(RFC_8410, NOW);

    assertThat(key.publicKey().pem())
        .contains("MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=");
    assertThat(key.pem()).isEqualTo("Created: 2026-01-02T03:04:05Z\n" + RFC_8410);
  }

  @Test
  void bothCheckersAcceptItsSignaturesAndNoOthers() {
    Ed25519Key key = Ed25519Key.generate(NOW);
    byte[] signature = key.sign(MESSAGE);
    byte[] changed = signature.clone();
    changed[3] ^= 1;
    BouncyCastleEd25519Verifier fast = new BouncyCastleEd25519Verifier(key.publicKey());

    for (var checker : new dev.assay.core.sign.SignatureChecker[] {key.publicKey(), fast}) {
      assertThat(checker.keyId()).isEqualTo(key.keyId());
      assertThat(checker.verifies(MESSAGE, signature)).isTrue();
      assertThat(checker.verifies(MESSAGE, changed)).isFalse();
      assertThat(checker.verifies(MESSAGE, new byte[63])).isFalse();
      assertThat(checker.verifies(new byte[0], signature)).isFalse();
    }
  }

  @Test
  void aKeyPairOfTheJdkIsTheSameKeyHere() throws Exception {
    KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    Path file = directory.resolve("jdk.pem");
    Files.writeString(file, Pem.encode("PRIVATE KEY", pair.getPrivate().getEncoded()));

    Ed25519Key key = Ed25519Key.load(file);

    assertThat(key.publicKey()).isEqualTo(Ed25519PublicKey.ofSpki(pair.getPublic().getEncoded()));
    Signature signature = Signature.getInstance("Ed25519");
    signature.initSign(pair.getPrivate());
    signature.update(MESSAGE);
    assertThat(key.sign(MESSAGE)).isEqualTo(signature.sign());
  }

  @Test
  void anotherKindOfKeyFileIsRejected() {
    assertThatThrownBy(() -> Ed25519Key.parse("nothing", NOW)).hasMessageContaining("pem-invalid");
    assertThatThrownBy(() -> Ed25519Key.parse(Pem.encode("PRIVATE KEY", new byte[48]), NOW))
        .hasMessageContaining("key-invalid");
    assertThatThrownBy(() -> Ed25519Key.parse("Created: never\n" + RFC_8410, NOW))
        .hasMessageContaining("key-invalid");
  }
}
