package dev.assay.store.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.sign.SignatureChecker;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SignatureCacheTest {

  private static final byte[] MESSAGE = "a statement".getBytes(StandardCharsets.UTF_8);

  private final Ed25519Key key = Ed25519Key.generate(Instant.EPOCH);
  private final CountingChecker checker = new CountingChecker(key);
  private final SignatureCache signatures = new SignatureCache(key, checker);

  @Test
  void aSignatureMadeHereIsRightWithoutAnotherComputation() {
    byte[] signature = signatures.sign(MESSAGE);

    assertThat(signatures.verifies(MESSAGE, signature)).isTrue();
    assertThat(checker.asked).hasValue(0);
  }

  @Test
  void aSignatureMadeElsewhereIsChecked() {
    byte[] signature = key.sign(MESSAGE);

    assertThat(signatures.verifies(MESSAGE, signature)).isTrue();
    assertThat(checker.asked).hasValue(1);
  }

  @Test
  void anotherMessageOrAnotherSignatureIsRefused() {
    byte[] signature = signatures.sign(MESSAGE);
    byte[] damaged = signature.clone();
    damaged[3] ^= 1;
    byte[] longer = "a statement.".getBytes(StandardCharsets.UTF_8);

    assertThat(signatures.verifies(longer, signature)).isFalse();
    assertThat(signatures.verifies(MESSAGE, damaged)).isFalse();
    assertThat(signatures.verifies(MESSAGE, new byte[0])).isFalse();
  }

  @Test
  void whatIsKnownIsBoundedAndTheRestIsChecked() {
    byte[] first = signatures.sign(MESSAGE);
    for (int i = 0; i < SignatureCache.KNOWN_MAX; i++) {
      var _ = signatures.sign(Integer.toString(i).getBytes(StandardCharsets.UTF_8));
    }

    assertThat(signatures.verifies(MESSAGE, first)).isTrue();
    assertThat(checker.asked).hasValue(1);
  }

  private static final class CountingChecker implements SignatureChecker {

    private final SignatureChecker real;
    private final AtomicInteger asked = new AtomicInteger();

    CountingChecker(Ed25519Key key) {
      this.real = new BouncyCastleEd25519Verifier(key.publicKey());
    }

    @Override
    public String keyId() {
      return real.keyId();
    }

    @Override
    public boolean verifies(byte[] message, byte[] signature) {
      asked.incrementAndGet();
      return real.verifies(message, signature);
    }
  }
}
