package dev.assay.store.key;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ed25519 signatures of Amazon Corretto Crypto, a native library, in a third of the time that
 * Bouncy Castle takes; the bytes are the same (RFC 8032 section 5.1.6 leaves no choice). Loading it
 * costs as much as some thousand signatures, so that it is loaded beside the caller, once enough
 * were asked for. Where there is no such library, or it does not sign as RFC 8032 says, there are
 * none from here and the caller signs by itself. Safe for many threads.
 */
final class NativeEd25519 {

  /** Signatures asked for before the library is loaded. */
  static final int WORTH_LOADING = 256;

  private static final Logger LOG = LoggerFactory.getLogger(NativeEd25519.class);
  private static final String ALGORITHM = "EdDSA";
  private static final String PROVIDER = "AmazonCorrettoCryptoProvider";

  /** Without it the library makes no keys of its own and converts the JDK's for each signature. */
  private static final String OWN_KEYS = "com.amazon.corretto.crypto.provider.registerEdKeyFactory";

  /** RFC 8032 section 7.1, TEST 2: the private key in PKCS#8, message and signature. */
  private static final byte[] TEST_KEY =
      HexFormat.of()
          .parseHex(
              "302e020100300506032b6570042204204ccd089b28ff96da9db6c346ec114e0f"
                  + "5b8a319f35aba624da8cf6ed4fb8a6fb");

  private static final byte[] TEST_MESSAGE = {0x72};
  private static final byte[] TEST_SIGNATURE =
      HexFormat.of()
          .parseHex(
              "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
                  + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00");

  /** The library of this process. */
  static final NativeEd25519 SHARED = new NativeEd25519(NativeEd25519::installed);

  /** A private key as the library holds it. */
  record Key(Provider provider, PrivateKey key) {

    /** The signature, or null when the library failed. */
    byte @Nullable [] sign(byte[] message) {
      try {
        Signature signature = Signature.getInstance(ALGORITHM, provider);
        signature.initSign(key);
        signature.update(message);
        return signature.sign();
      } catch (GeneralSecurityException e) {
        LOG.atWarn().setCause(e).log("the native library for Ed25519 did not sign");
        return null;
      }
    }
  }

  private final Supplier<@Nullable Provider> library;
  private final AtomicInteger asked = new AtomicInteger();
  private volatile @Nullable Provider provider;

  /** The library that {@code library} finds, which is asked at most once; null means none. */
  NativeEd25519(Supplier<@Nullable Provider> library) {
    this.library = library;
  }

  /** Whether the library is there for one signature more; that it is asked for is counted. */
  boolean loaded() {
    if (provider != null) {
      return true;
    }
    if (asked.get() < WORTH_LOADING && asked.incrementAndGet() == WORTH_LOADING) {
      Thread.ofPlatform().daemon().name("native-ed25519").start(this::load);
    }
    return false;
  }

  /** The private key of a PKCS#8 document in the library, or null when it has none of it. */
  @Nullable Key key(byte[] pkcs8) {
    Provider loaded = provider;
    return loaded == null ? null : key(loaded, pkcs8);
  }

  private static @Nullable Key key(Provider provider, byte[] pkcs8) {
    try {
      PrivateKey key =
          KeyFactory.getInstance(ALGORITHM, provider)
              .generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
      return new Key(provider, key);
    } catch (GeneralSecurityException e) {
      LOG.atWarn().setCause(e).log("the native library takes no Ed25519 key");
      return null;
    }
  }

  /** Loads the library and has it sign once. */
  void load() {
    Provider found = library.get();
    if (found == null) {
      LOG.atDebug().log("no native library for Ed25519 on this platform");
      return;
    }
    Key test = key(found, TEST_KEY);
    if (test != null && Arrays.equals(test.sign(TEST_MESSAGE), TEST_SIGNATURE)) {
      provider = found;
    } else {
      LOG.atWarn().log("the native library for Ed25519 does not sign as RFC 8032 says; not used");
    }
  }

  /** The library that came with this process, loaded; null when it does not run here. */
  static @Nullable Provider installed() {
    System.setProperty(OWN_KEYS, "true");
    try {
      return ServiceLoader.load(Provider.class).stream()
          .filter(candidate -> candidate.type().getSimpleName().equals(PROVIDER))
          .map(ServiceLoader.Provider::get)
          .filter(loaded -> loaded.getService("Signature", ALGORITHM) != null)
          .findFirst()
          .orElse(null);
    } catch (ServiceConfigurationError | LinkageError e) {
      LOG.atWarn().setCause(e).log("the native library for Ed25519 cannot be loaded");
      return null;
    }
  }
}
