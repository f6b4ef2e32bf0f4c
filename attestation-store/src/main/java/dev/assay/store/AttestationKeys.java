package dev.assay.store;

import dev.assay.core.sign.Ed25519PublicKey;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.schemas.AtomicFile;
import dev.assay.schemas.ConfigException;
import dev.assay.store.key.Ed25519Key;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;

/** Attestation keys, each where it is used: the director signs, a store needs the public half. */
public final class AttestationKeys {

  private static final String CREATED = "Created: ";

  private AttestationKeys() {}

  /**
   * The director's key, made when there is none. Its public half is written beside it for a store
   * in another process.
   */
  public static Ed25519Key signing(KeysSection keys, Path home) throws IOException {
    Ed25519Key key = Ed25519Key.loadOrCreate(home.resolve(keys.attestation()), Instant.now());
    Path file = home.resolve(keys.attestationPublic()).toAbsolutePath();
    String text = CREATED + key.created() + "\n" + key.publicKey().pem();
    if (!Files.exists(file) || !Files.readString(file).equals(text)) {
      Files.createDirectories(file.getParent());
      AtomicFile.replace(file, text.getBytes(StandardCharsets.UTF_8));
    }
    return key;
  }

  /**
   * The attestation key of the director of another process, as a store knows it.
   *
   * @throws ConfigException when there is none
   */
  public static AttestationKey verifying(KeysSection keys, Path home) {
    Path file = home.resolve(keys.attestationPublic());
    Path whole = home.resolve(keys.attestation());
    if (!Files.exists(file) && Files.exists(whole)) {
      Ed25519Key key = Ed25519Key.load(whole);
      return new AttestationKey(key.publicKey(), key.created(), null);
    }
    try {
      String text = Files.readString(file);
      return new AttestationKey(Ed25519PublicKey.ofPem(text), created(file, text), null);
    } catch (IOException | RejectedInputException | DateTimeParseException e) {
      throw new ConfigException(
          "expected the public half of the director's attestation key in "
              + file
              + ", found: "
              + (e instanceof NoSuchFileException ? "none" : e.getMessage())
              + "; start the director, which writes it, or name the file with"
              + " keys.attestationPublic");
    }
  }

  /** The same, or nothing where neither half of the key is. */
  public static Optional<AttestationKey> present(KeysSection keys, Path home) {
    boolean there =
        Files.exists(home.resolve(keys.attestation()))
            || Files.exists(home.resolve(keys.attestationPublic()));
    return there ? Optional.of(verifying(keys, home)) : Optional.empty();
  }

  private static Instant created(Path file, String text) throws IOException {
    String first = text.lines().findFirst().orElse("");
    return first.startsWith(CREATED)
        ? Instant.parse(first.substring(CREATED.length()).strip())
        : Files.getLastModifiedTime(file).toInstant();
  }

  /** The keys that were in use before. */
  public static List<AttestationKey> retired(KeysSection keys, Path home) {
    return keys.retired().stream()
        .map(key -> new AttestationKey(publicKey(home.resolve(key.file())), key.begin(), key.end()))
        .toList();
  }

  private static Ed25519PublicKey publicKey(Path file) {
    try {
      return Ed25519PublicKey.ofPem(Files.readString(file));
    } catch (IOException | RejectedInputException e) {
      throw new ConfigException(
          "expected an Ed25519 public key in PEM, as GET /v1/keys gives it, in "
              + file
              + "; found: "
              + e.getMessage());
    }
  }
}
