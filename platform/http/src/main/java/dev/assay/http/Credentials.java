package dev.assay.http;

import dev.assay.schemas.ConfigException;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Times;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tokens that a server knows: its operator's, those of a file of {@link Principals}, and signed
 * ones of the configured issuers. The file is read again when it has changed. A file that is gone
 * lets nobody in. One that cannot be read leaves those in who were, and the server is not ready, so
 * that a slip of the pen locks nobody out and is seen.
 */
public final class Credentials {

  private static final Logger LOG = LoggerFactory.getLogger(Credentials.class);
  private static final long LOOK_NANOS =
      TimeUnit.MILLISECONDS.toNanos(HttpLimits.PRINCIPALS_AGE_MILLIS_MAX);

  /** A token, and whom it lets in until when. */
  private record Known(String digest, Principal principal, Instant notAfter) {}

  /** What a file was when it was read. */
  private record Version(@Nullable Object key, Instant modified, long bytes) {}

  private final BearerToken operator;
  private final @Nullable Path file;
  private final OidcTokens issuers;
  private final InstantSource clock;
  private final ReentrantLock reading = new ReentrantLock();
  private volatile Principals principals;
  private volatile Map<String, Known> known;
  private volatile long lookedNanos = System.nanoTime();
  private volatile @Nullable String problem;
  private @Nullable Version version;
  private @Nullable Version unreadable;

  private Credentials(
      BearerToken operator, @Nullable Path file, OidcTokens issuers, InstantSource clock)
      throws IOException {
    this.operator = operator;
    this.file = file;
    this.issuers = issuers;
    this.clock = clock;
    this.version = file == null ? null : version(file);
    this.principals = file == null ? Principals.NONE : Principals.read(file);
    this.known = index(principals);
  }

  /** The operator's token alone. */
  public static Credentials of(BearerToken operator) {
    try {
      return new Credentials(operator, null, OidcTokens.NONE, InstantSource.system());
    } catch (IOException e) {
      throw new IllegalStateException("nothing was read", e);
    }
  }

  /**
   * The operator's token and those of {@code principals}.
   *
   * @throws ConfigException when that file has no such document
   */
  public static Credentials of(BearerToken operator, Path principals, InstantSource clock)
      throws IOException {
    return of(operator, principals, OidcTokens.NONE, clock);
  }

  /** The same, and the signed tokens of {@code issuers}. */
  static Credentials of(
      BearerToken operator, @Nullable Path principals, OidcTokens issuers, InstantSource clock)
      throws IOException {
    return new Credentials(operator, principals, issuers, clock);
  }

  /** What a token that was shown grants; asked again, it says whom the token lets in by then. */
  @FunctionalInterface
  interface Grant {
    Optional<Principal> now();
  }

  /** Whom {@code token} lets in now. */
  Optional<Principal> principal(String token) {
    return BearerToken.digestOf(token).flatMap(this::known).or(() -> issuers.principal(token));
  }

  /**
   * What {@code token} grants. Of a token of this server its digest is kept, of an issuer's, which
   * ends by itself, the token.
   */
  Grant grant(String token) {
    Optional<String> digest = BearerToken.digestOf(token).filter(each -> known(each).isPresent());
    return digest.isPresent() ? () -> known(digest.get()) : () -> issuers.principal(token);
  }

  private Optional<Principal> known(String digest) {
    look();
    return inside(digest)
        .or(() -> {
          lookForNew();
          return inside(digest);
        });
  }

  private Optional<Principal> inside(String digest) {
    Known found = known.get(digest);
    return found != null
            && MessageDigest.isEqual(bytes(found.digest()), bytes(digest))
            && clock.instant().isBefore(found.notAfter())
        ? Optional.of(found.principal())
        : Optional.empty();
  }

  /** What the time of tokens and sessions is taken from. */
  InstantSource clock() {
    return clock;
  }

  /** Whom the tokens of the file let in. */
  Principals principals() {
    look();
    return principals;
  }

  /** Those whose signed tokens let somebody in. */
  List<OidcIssuer> issuers() {
    return issuers.trusted();
  }

  /** What must work for the server to be ready. */
  List<HealthCheck> checks() {
    return file == null
        ? List.of()
        : List.of(HealthCheck.telling("principals", ErrorCode.NOT_PROGRESSING, this::problem));
  }

  /** Why the file of principals cannot be read, when it cannot. */
  Optional<String> problem() {
    look();
    return Optional.ofNullable(problem);
  }

  private void look() {
    if (file != null && System.nanoTime() - lookedNanos >= LOOK_NANOS && reading.tryLock()) {
      try {
        lookedNanos = System.nanoTime();
        read(file, null);
      } finally {
        reading.unlock();
      }
    }
  }

  /**
   * Looks now, since whoever was given a token uses it at once. What could not be read is not read
   * again for everyone who shows a wrong one.
   */
  private void lookForNew() {
    if (file != null) {
      reading.lock();
      try {
        read(file, unreadable);
      } finally {
        reading.unlock();
      }
    }
  }

  private void read(Path watched, @Nullable Version passedOver) {
    Version found = version;
    try {
      found = version(watched);
      if (!Objects.equals(found, version) && (found == null || !found.equals(passedOver))) {
        principals = Principals.read(watched);
        known = index(principals);
        version = found;
        problem = null;
      }
    } catch (IOException | ConfigException e) {
      unreadable = found;
      if (problem == null) {
        LOG.atError().addKeyValue("reason", e.getMessage()).log("principals were not read again");
      }
      problem = String.valueOf(e.getMessage());
    }
  }

  private static @Nullable Version version(Path file) throws IOException {
    try {
      BasicFileAttributes read = Files.readAttributes(file, BasicFileAttributes.class);
      return new Version(read.fileKey(), read.lastModifiedTime().toInstant(), read.size());
    } catch (NoSuchFileException _) {
      return null;
    }
  }

  private Map<String, Known> index(Principals principals) {
    Map<String, Known> index = new HashMap<>();
    for (Principals.Entry entry : principals.principals()) {
      Principal principal = entry.principal();
      for (Principals.Token token : entry.tokens()) {
        String notAfter = token.notAfter();
        index.put(
            token.sha256(),
            new Known(
                token.sha256(),
                principal,
                notAfter == null ? Instant.MAX : Times.instant(notAfter)));
      }
    }
    index.put(operator.sha256(), new Known(operator.sha256(), Principal.operator(), Instant.MAX));
    return index;
  }

  private static byte[] bytes(String digest) {
    return digest.getBytes(StandardCharsets.US_ASCII);
  }
}
