package dev.assay.core.sign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EnvelopeTest {

  private static final String HELLO_TYPE = "http://example.com/HelloWorld";
  private static final byte[] HELLO = "hello world".getBytes(StandardCharsets.UTF_8);

  /** The example envelope of the DSSE protocol document. */
  private static final String HELLO_ENVELOPE =
      """
      {"payload": "aGVsbG8gd29ybGQ=",
       "payloadType": "http://example.com/HelloWorld",
       "signatures": [{"sig": "A3JqsQGtVsJ2O2xqrI5IcnXip5GToJ3F+FnZ+O88SjtR6rDAajabZKciJTfUiHqJPcIAriEGAHTVeCUjW2JIZA=="}]}
      """;

  @Test
  void preAuthenticationEncodingIsThatOfTheProtocolDocument() {
    assertThat(new String(Pae.encode(HELLO_TYPE, HELLO), StandardCharsets.UTF_8))
        .isEqualTo("DSSEv1 29 http://example.com/HelloWorld 11 hello world");
    assertThat(new String(Pae.encode("t\u00fc", new byte[0]), StandardCharsets.UTF_8))
        .isEqualTo("DSSEv1 3 t\u00fc 0 ");
  }

  @Test
  void theExampleOfTheProtocolDocumentVerifiesWithItsKey() throws Exception {
    Envelope envelope = Envelope.parse(HELLO_ENVELOPE.getBytes(StandardCharsets.UTF_8));
    SignatureChecker key = new P256Checker();

    assertThat(envelope.payloadType()).isEqualTo(HELLO_TYPE);
    assertThat(envelope.payload()).isEqualTo(HELLO);
    assertThat(envelope.verifiedBy(List.of(key))).containsExactly("p256");
  }

  @Test
  void bothBase64AlphabetsAreReadWithOrWithoutPadding() {
    byte[] payload = {(byte) 0xfb, (byte) 0xff, (byte) 0xbf, 1};
    for (String text : List.of("+/+/AQ==", "-_-_AQ==", "+/+/AQ", "-_-_AQ")) {
      Envelope envelope = Envelope.parse(envelope(text));

      assertThat(envelope.payload()).isEqualTo(payload);
    }
    assertThatThrownBy(() -> Envelope.parse(envelope("+/-_AQ==")))
        .isInstanceOf(RejectedInputException.class)
        .hasMessageContaining("payload: base64");
    for (String loose : List.of("+/+/AR==", "-_-_AR")) {
      assertThatThrownBy(() -> Envelope.parse(envelope(loose)))
          .as(loose)
          .isInstanceOf(RejectedInputException.class)
          .hasMessageContaining("loose bits");
    }
  }

  @Test
  void unknownMembersAreIgnored() {
    byte[] json =
        """
        {"payload":"","payloadType":"t","extra":{"a":[1]},
         "signatures":[{"sig":"AA==","cert":"x","keyid":null}]}
        """
            .getBytes(StandardCharsets.UTF_8);

    assertThat(Envelope.parse(json).signatures().getFirst().keyId()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{}",
        "null",
        "{\"payload\":1,\"payloadType\":\"t\",\"signatures\":[{\"sig\":\"AA==\"}]}",
        "{\"payload\":\"AA==\",\"signatures\":[{\"sig\":\"AA==\"}]}",
        "{\"payload\":\"AA==\",\"payloadType\":\"t\",\"signatures\":[]}",
        "{\"payload\":\"AA==\",\"payloadType\":\"t\",\"signatures\":{}}",
        "{\"payload\":\"AA==\",\"payloadType\":\"t\",\"signatures\":[1]}",
        "{\"payload\":\"AA==\",\"payloadType\":\"t\",\"signatures\":[{}]}",
        "{\"payload\":\"A!==\",\"payloadType\":\"t\",\"signatures\":[{\"sig\":\"AA==\"}]}",
        "{\"payload\":\"\",\"payload\":\"\",\"payloadType\":\"t\",\"signatures\":[{\"sig\":\"AA==\"}]}",
        "{\"payload\":\"\",\"payloadType\":\"t\",\"signatures\":[{\"sig\":\"AA==\"}]} x",
        "{\"payload\":\"\",\"payloadType\":\"\\ud800\",\"signatures\":[{\"sig\":\"AA==\"}]}",
        "{\"payload\":\"\",\"payloadType\":\"t\",\"signatures\":[{\"keyid\":\"\\udc00\",\"sig\":\"AA==\"}]}",
        "{\"payload\":\"\",\"payloadType\":\"\\udc00\\ud800x\",\"signatures\":[{\"sig\":\"AA==\"}]}",
        "\0\0\0{\0\u007f\u007f\u007f"
      })
  void aDocumentThatIsNoEnvelopeIsRejectedWithItsCode(String json) {
    assertThatThrownBy(() -> Envelope.parse(json.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOfSatisfying(
            RejectedInputException.class,
            rejection -> assertThat(rejection.code()).isEqualTo("envelope-invalid"));
  }

  @Test
  void aWholePairOfSurrogatesIsText() {
    byte[] json =
        "{\"payload\":\"\",\"payloadType\":\"t\\ud83d\\ude00\",\"signatures\":[{\"sig\":\"AA==\"}]}"
            .getBytes(StandardCharsets.UTF_8);

    assertThat(Envelope.parse(json).payloadType()).isEqualTo("t\ud83d\ude00");
  }

  @Test
  void anEnvelopeOverABoundIsRejected() {
    String sig =
        "{\"sig\":\"AA==\"},".repeat(SignatureLimits.SIGNATURES_MAX) + "{\"sig\":\"AA==\"}";
    byte[] many =
        ("{\"payload\":\"\",\"payloadType\":\"t\",\"signatures\":[" + sig + "]}")
            .getBytes(StandardCharsets.UTF_8);
    byte[] deep = ("{\"x\":" + "[".repeat(100_000)).getBytes(StandardCharsets.UTF_8);

    assertThatThrownBy(() -> Envelope.parse(many)).hasMessageContaining("at most 16 signatures");
    assertThatThrownBy(() -> Envelope.parse(deep)).isInstanceOf(RejectedInputException.class);
    assertThatThrownBy(() -> Envelope.parse(new byte[SignatureLimits.ENVELOPE_BYTES_MAX + 1]))
        .hasMessageContaining("envelope-too-large");
  }

  @Test
  void aKeyCountsOnceAndTheHintIsNotTrusted() throws Exception {
    JdkSigner alice = new JdkSigner();
    JdkSigner bob = new JdkSigner();
    byte[] message = Pae.encode("t", HELLO);
    EnvelopeSignature byAlice = new EnvelopeSignature(bob.keyId(), alice.sign(message));
    Envelope envelope = new Envelope("t", HELLO, List.of(byAlice, byAlice));

    assertThat(envelope.verifiedBy(List.of(bob.key(), alice.key()))).containsExactly(alice.keyId());
    assertThat(envelope.verifiedBy(List.of(bob.key()))).isEmpty();
  }

  @Test
  void aChangedPayloadOrTypeIsNotVerified() throws Exception {
    JdkSigner alice = new JdkSigner();
    Envelope signed = Envelope.signed("t", HELLO, alice);

    assertThat(Envelope.parse(signed.json()).verifiedBy(List.of(alice.key())))
        .containsExactly(alice.keyId());
    assertThat(new Envelope("u", HELLO, signed.signatures()).verifiedBy(List.of(alice.key())))
        .isEmpty();
    assertThat(
            new Envelope("t", new byte[] {1}, signed.signatures()).verifiedBy(List.of(alice.key())))
        .isEmpty();
  }

  @Test
  void anEnvelopeIsWrittenAsOneCanonicalLine() {
    Envelope envelope =
        new Envelope("t\"", HELLO, List.of(new EnvelopeSignature("k", new byte[] {1, 2})));

    assertThat(new String(envelope.json(), StandardCharsets.UTF_8))
        .isEqualTo(
            "{\"payload\":\"aGVsbG8gd29ybGQ=\",\"payloadType\":\"t\\\"\","
                + "\"signatures\":[{\"keyid\":\"k\",\"sig\":\"AQI=\"}]}");
  }

  private static byte[] envelope(String payload) {
    return ("{\"payload\":\""
            + payload
            + "\",\"payloadType\":\"t\",\"signatures\":[{\"sig\":\"AA==\"}]}")
        .getBytes(StandardCharsets.UTF_8);
  }

  /** The P-256 key of the protocol document; its signatures are r and s side by side. */
  private static final class P256Checker implements SignatureChecker {
    private final ECPublicKey key;

    P256Checker() throws GeneralSecurityException {
      AlgorithmParameters curve = AlgorithmParameters.getInstance("EC");
      curve.init(new ECGenParameterSpec("secp256r1"));
      ECPoint point =
          new ECPoint(
              new BigInteger(
                  "46950820868899156662930047687818585632848591499744589407958293238635476079160"),
              new BigInteger(
                  "5640078356564379163099075877009565129882514886557779369047442380624545832820"));
      key =
          (ECPublicKey)
              KeyFactory.getInstance("EC")
                  .generatePublic(
                      new ECPublicKeySpec(point, curve.getParameterSpec(ECParameterSpec.class)));
    }

    @Override
    public String keyId() {
      return "p256";
    }

    @Override
    public boolean verifies(byte[] message, byte[] signature) {
      try {
        Signature check = Signature.getInstance("SHA256withECDSAinP1363Format");
        check.initVerify(key);
        check.update(message);
        return check.verify(signature);
      } catch (GeneralSecurityException e) {
        throw new AssertionError(Base64.getEncoder().encodeToString(signature), e);
      }
    }
  }
}
