package dev.assay.store.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Security;
import java.security.SignatureSpi;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NativeEd25519Test {

  private static final byte[] MESSAGE = "a statement".getBytes(StandardCharsets.UTF_8);

  private final Ed25519Key key = Ed25519Key.generate(Instant.EPOCH);

  /** What {@link #key} signs when its process found {@code library}. */
  private byte[] signedWith(NativeEd25519 library) {
    return Ed25519Key.parse(key.pem(), Instant.EPOCH, library).sign(MESSAGE);
  }

  private static NativeEd25519 loaded(@Nullable Provider provider) {
    NativeEd25519 library = new NativeEd25519(() -> provider);
    library.load();
    return library;
  }

  @Test
  void theInstalledLibraryMakesTheSameSignatures() {
    Provider installed = NativeEd25519.installed();
    assumeThat(installed).as("a native library for this platform").isNotNull();
    NativeEd25519 library = loaded(installed);

    assertThat(library.loaded()).isTrue();
    assertThat(signedWith(library)).isEqualTo(key.sign(MESSAGE));
  }

  @Test
  void anyLibraryThatSignsAsRfc8032SaysIsUsed() {
    Borrowed jdk = new Borrowed(null);
    NativeEd25519 library = loaded(jdk);

    assertThat(library.loaded()).isTrue();
    int before = jdk.signatures.get();
    assertThat(signedWith(library)).isEqualTo(key.sign(MESSAGE));
    assertThat(jdk.signatures).hasValue(before + 1);
  }

  @Test
  void withoutALibraryTheKeySignsByItself() {
    NativeEd25519 none = loaded(null);

    assertThat(none.loaded()).isFalse();
    assertThat(signedWith(none)).isEqualTo(key.sign(MESSAGE));
  }

  @Test
  void aLibraryThatSignsOtherwiseIsNotUsed() {
    NativeEd25519 wrong = loaded(new Borrowed(new Zeros()));

    assertThat(wrong.loaded()).isFalse();
    assertThat(signedWith(wrong)).isEqualTo(key.sign(MESSAGE));
  }

  @Test
  void aLibraryIsLookedForOnceAndOnlyByABusyProcess() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    CountDownLatch looked = new CountDownLatch(1);
    NativeEd25519 library =
        new NativeEd25519(() -> {
          asked.incrementAndGet();
          looked.countDown();
          return null;
        });

    for (int i = 1; i < NativeEd25519.WORTH_LOADING; i++) {
      library.loaded();
    }
    assertThat(asked).hasValue(0);
    for (int i = 0; i < NativeEd25519.WORTH_LOADING; i++) {
      library.loaded();
    }
    assertThat(looked.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(asked).hasValue(1);
  }

  /** The JDK's own Ed25519 under another name, with other signatures when told so. */
  private static final class Borrowed extends Provider {

    private static final long serialVersionUID = 1L;

    private final AtomicInteger signatures = new AtomicInteger();

    Borrowed(@Nullable SignatureSpi other) {
      super("Borrowed", "1", "for tests");
      borrow("KeyFactory", null);
      borrow("Signature", other);
    }

    private void borrow(String type, @Nullable Object other) {
      Service real = Security.getProvider("SunEC").getService(type, "EdDSA");
      putService(
          new Service(this, type, "EdDSA", real.getClassName(), null, null) {
            @Override
            public Object newInstance(Object parameter) throws NoSuchAlgorithmException {
              if (type.equals("Signature")) {
                signatures.incrementAndGet();
              }
              return other == null ? real.newInstance(parameter) : other;
            }
          });
    }
  }

  /** Signs everything with 64 zeros. */
  @SuppressWarnings("deprecation")
  private static final class Zeros extends SignatureSpi {

    @Override
    protected void engineInitVerify(PublicKey publicKey) {
      throw new UnsupportedOperationException();
    }

    @Override
    protected void engineInitSign(PrivateKey privateKey) {
      // Any key will do.
    }

    @Override
    protected void engineUpdate(byte b) {
      // Any message will do.
    }

    @Override
    protected void engineUpdate(byte[] bytes, int offset, int length) {
      // Any message will do.
    }

    @Override
    protected byte[] engineSign() {
      return new byte[64];
    }

    @Override
    protected boolean engineVerify(byte[] signature) {
      throw new UnsupportedOperationException();
    }

    @Override
    protected void engineSetParameter(String name, Object value) {
      throw new UnsupportedOperationException();
    }

    @Override
    protected Object engineGetParameter(String name) {
      throw new UnsupportedOperationException();
    }
  }
}
