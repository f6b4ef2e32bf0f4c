package dev.assay.core.sign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class Ed25519PublicKeyTest {

  /** RFC 8410 section 10.1, the example public key. */
  private static final String RFC_8410 =
      """
      -----BEGIN PUBLIC KEY-----
      MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
      -----END PUBLIC KEY-----
      """;

  /** RFC 8032 section 7.1, test 2: a message of one byte. */
  private static final String RFC_8032_KEY =
      "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c";

  private static final String RFC_8032_SIGNATURE =
      "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
          + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00";

  @Test
  void theKeyOfRfc8410ReadsBackAsTheSamePem() {
    Ed25519PublicKey key = Ed25519PublicKey.ofPem(RFC_8410);

    assertThat(HexFormat.of().formatHex(key.raw()))
        .isEqualTo("19bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1");
    assertThat(key.pem()).isEqualTo(RFC_8410);
    assertThat(key.keyId()).matches("[0-9a-f]{64}");
    assertThat(Ed25519PublicKey.ofRaw(key.raw())).isEqualTo(key);
  }

  @Test
  void theSignatureOfRfc8032VerifiesAndNoOther() {
    HexFormat hex = HexFormat.of();
    Ed25519PublicKey key = Ed25519PublicKey.ofRaw(hex.parseHex(RFC_8032_KEY));
    byte[] signature = hex.parseHex(RFC_8032_SIGNATURE);

    assertThat(key.verifies(new byte[] {0x72}, signature)).isTrue();
    assertThat(key.verifies(new byte[] {0x73}, signature)).isFalse();
    assertThat(key.verifies(new byte[] {0x72}, Arrays.copyOf(signature, 63))).isFalse();
    assertThat(key.verifies(new byte[] {0x72}, new byte[64])).isFalse();
  }

  /** RFC 8032, section 5.1.3: there is no x for y = 2. */
  @Test
  void aKeyThatIsNoPointOfTheCurveVerifiesNothing() {
    byte[] raw = new byte[Ed25519PublicKey.BYTES];
    raw[0] = 2;

    assertThat(Ed25519PublicKey.ofRaw(raw).verifies(new byte[0], new byte[64])).isFalse();
  }

  @Test
  void anotherKindOfKeyIsRejected() {
    byte[] x25519 = Ed25519PublicKey.ofPem(RFC_8410).spki();
    x25519[8] = 0x6e;

    assertThatThrownBy(() -> Ed25519PublicKey.ofSpki(x25519)).hasMessageContaining("key-invalid");
    assertThatThrownBy(() -> Ed25519PublicKey.ofRaw(new byte[31]))
        .hasMessageContaining("key-invalid");
    assertThatThrownBy(() -> Ed25519PublicKey.ofPem("no pem")).hasMessageContaining("pem-invalid");
    assertThatThrownBy(() -> Ed25519PublicKey.ofPem("x".repeat(20_000)))
        .hasMessageContaining("pem-invalid");
  }
}
