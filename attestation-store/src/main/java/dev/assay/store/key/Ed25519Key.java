package dev.assay.store.key;

import dev.assay.core.sign.Ed25519PublicKey;
import dev.assay.core.sign.Pem;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.core.sign.Signer;
import dev.assay.store.fault.StoreUnavailableException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Set;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;
import org.bouncycastle.crypto.signers.Ed25519Signer;
import org.jspecify.annotations.Nullable;

/**
 * An Ed25519 private key kept in a PKCS#8 PEM file. The file begins with a line {@code Created:
 * <instant>}, which PEM readers skip.
 */
public final class Ed25519Key implements Signer {

  private static final byte[] PKCS8_PREFIX =
      HexFormat.of().parseHex("302e020100300506032b657004220420");
  private static final int SEED_BYTES = 32;
  private static final String LABEL = "PRIVATE KEY";
  private static final String CREATED = "Created: ";

  private final Ed25519PrivateKeyParameters privateKey;
  private final Ed25519PublicKey publicKey;
  private final Instant created;
  private final NativeEd25519 library;

  /** The same key as the native library holds it, once that is loaded. */
  private volatile NativeEd25519.@Nullable Key nativeKey;

  private Ed25519Key(byte[] seed, Instant created, NativeEd25519 library) {
    this.privateKey = new Ed25519PrivateKeyParameters(seed, 0);
    this.publicKey = Ed25519PublicKey.ofRaw(privateKey.generatePublicKey().getEncoded());
    this.created = created;
    this.library = library;
  }

  /** A fresh key that is in no file. */
  public static Ed25519Key generate(Instant now) {
    byte[] seed = new byte[SEED_BYTES];
    new SecureRandom().nextBytes(seed);
    return new Ed25519Key(seed, now.truncatedTo(ChronoUnit.SECONDS), NativeEd25519.SHARED);
  }

  /**
   * The key in {@code file}; when there is no such file, a fresh key written there with mode 0600.
   *
   * @param now creation time of a fresh key
   * @throws RejectedInputException with code {@code pem-invalid} or {@code key-invalid}
   */
  public static Ed25519Key loadOrCreate(Path file, Instant now) {
    if (!Files.exists(file)) {
      create(file, generate(now));
    }
    return load(file);
  }

  /**
   * The key in {@code file}.
   *
   * @throws RejectedInputException with code {@code pem-invalid} or {@code key-invalid}
   */
  public static Ed25519Key load(Path file) {
    try {
      String pem = Files.readString(file, StandardCharsets.UTF_8);
      Instant modified = Files.getLastModifiedTime(file).toInstant();
      return parse(pem, modified.truncatedTo(ChronoUnit.SECONDS));
    } catch (IOException e) {
      throw new StoreUnavailableException("reading the key file " + file, e);
    }
  }

  static Ed25519Key parse(String pem, Instant created) {
    return parse(pem, created, NativeEd25519.SHARED);
  }

  static Ed25519Key parse(String pem, Instant created, NativeEd25519 library) {
    byte[] der = Pem.decode(LABEL, pem);
    int prefix = PKCS8_PREFIX.length;
    if (der.length != prefix + SEED_BYTES
        || !Arrays.equals(der, 0, prefix, PKCS8_PREFIX, 0, prefix)) {
      throw new RejectedInputException(
          "key-invalid",
          "the 48 bytes of an Ed25519 PKCS#8 key (openssl genpkey -algorithm ed25519)",
          der.length + " other bytes");
    }
    byte[] seed = Arrays.copyOfRange(der, prefix, der.length);
    return new Ed25519Key(seed, createdLine(pem, created), library);
  }

  private static Instant createdLine(String pem, Instant otherwise) {
    String first = pem.lines().findFirst().orElse("");
    if (!first.startsWith(CREATED)) {
      return otherwise;
    }
    try {
      return Instant.parse(first.substring(CREATED.length()).strip());
    } catch (DateTimeParseException e) {
      throw new RejectedInputException("key-invalid", "an ISO 8601 instant in " + CREATED, first);
    }
  }

  private static void create(Path file, Ed25519Key key) {
    Path parent = file.toAbsolutePath().getParent();
    try {
      if (parent != null) {
        Files.createDirectories(parent);
      }
      Path written =
          file.resolveSibling(file.getFileName() + ".new-" + key.keyId().substring(0, 8));
      write(written, key.pem());
      try {
        Files.createLink(file, written);
      } catch (FileAlreadyExistsException _) {
        // Another process created the key first; its key is the one to load.
      } finally {
        Files.delete(written);
      }
    } catch (IOException e) {
      throw new StoreUnavailableException("writing the key file " + file, e);
    }
  }

  private static void write(Path file, String text) throws IOException {
    boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
    FileAttribute<?>[] attributes =
        posix
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0];
    try (FileChannel channel =
        FileChannel.open(
            file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), attributes)) {
      ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
  }

  /** The file's text: the creation line and the PKCS#8 block. */
  String pem() {
    return CREATED + created + "\n" + Pem.encode(LABEL, pkcs8());
  }

  private byte[] pkcs8() {
    byte[] der = Arrays.copyOf(PKCS8_PREFIX, PKCS8_PREFIX.length + SEED_BYTES);
    System.arraycopy(privateKey.getEncoded(), 0, der, PKCS8_PREFIX.length, SEED_BYTES);
    return der;
  }

  /** The public half. */
  public Ed25519PublicKey publicKey() {
    return publicKey;
  }

  /** When the key was created: its file's own line, or else the file's modification time. */
  public Instant created() {
    return created;
  }

  @Override
  public String keyId() {
    return publicKey.keyId();
  }

  @Override
  public byte[] sign(byte[] message) {
    byte[] signature = signedNatively(message);
    if (signature != null) {
      return signature;
    }
    Ed25519Signer signer = new Ed25519Signer();
    signer.init(true, privateKey);
    signer.update(message, 0, message.length);
    return signer.generateSignature();
  }

  private byte @Nullable [] signedNatively(byte[] message) {
    NativeEd25519.Key key = nativeKey;
    if (key == null) {
      key = library.loaded() ? library.key(pkcs8()) : null;
      nativeKey = key;
    }
    return key == null ? null : key.sign(message);
  }
}
