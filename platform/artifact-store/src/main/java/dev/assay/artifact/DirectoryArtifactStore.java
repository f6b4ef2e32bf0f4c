package dev.assay.artifact;

import dev.assay.artifact.ArtifactException.NoSuchArtifactException;
import dev.assay.artifact.ArtifactException.StoreUnavailableException;
import dev.assay.artifact.ArtifactStore.StoredArtifact;
import dev.assay.artifact.StoreDirectory.Stay;
import dev.assay.schemas.Digests;
import dev.assay.schemas.MediaTypes;
import dev.assay.schemas.Require;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Artifacts as read-only files {@code sha256/ab/cd/<hex>} under one directory, so that {@code
 * sha256sum} alone checks them. The media type lies beside, in {@code <hex>.type}, or in {@code
 * <hex>.upload} where a {@link RetentionSweep} may delete the object. Small derived documents are
 * in {@link DerivedPacks} instead; a file of the same digest goes before them, and a put makes one
 * without looking for the document, which takes as long as everything else.
 *
 * <p>A put writes a temporary file in the same file system and gives it its final name by a hard
 * link, which never replaces an object. A large file is forced to disk before, and its directory
 * afterwards; a small object is durable by the {@link ObjectJournal}. A process that dies leaves at
 * most a temporary file and its part of the journal; {@link #open(Path)} removes old ones of the
 * one and makes up for the other. Several processes may share the directory.
 */
public final class DirectoryArtifactStore implements ArtifactStore {

  private static final Logger LOG = LoggerFactory.getLogger(DirectoryArtifactStore.class);

  private final StoreDirectory directory;
  private final InstantSource clock;
  private final DerivedPacks packs;
  private final ObjectPublisher publisher;
  private final RecentDigests derived = new RecentDigests(ArtifactLimits.RECENT_DERIVED_MAX);

  private DirectoryArtifactStore(StoreDirectory directory, InstantSource clock) {
    this.directory = directory;
    this.clock = clock;
    this.packs = new DerivedPacks(directory.root());
    this.publisher = new ObjectPublisher(directory, clock);
  }

  /**
   * Opens the store in {@code root}, which is made when absent, and removes temporary files older
   * than {@link ArtifactLimits#TEMP_AGE_MAX}.
   *
   * @throws StoreUnavailableException when the directory cannot be used
   */
  public static DirectoryArtifactStore open(Path root) throws IOException {
    return open(root, InstantSource.system());
  }

  /**
   * As the other one.
   *
   * @param clock when an upload is renewed
   */
  public static DirectoryArtifactStore open(Path root, InstantSource clock) throws IOException {
    try {
      DirectoryArtifactStore store = new DirectoryArtifactStore(StoreDirectory.open(root), clock);
      store.check();
      store.publisher.recover();
      return store;
    } catch (StoreUnavailableException e) {
      throw e;
    } catch (IOException e) {
      throw unavailable("open", root.toString(), e);
    }
  }

  /** What deletes uploads older than {@code retention} says; it is run by one of all processes. */
  public RetentionSweep sweep(Retention retention) {
    return new RetentionSweep(directory, retention);
  }

  @Override
  public StoredArtifact put(
      InputStream bytes, String mediaType, @Nullable String expectedSha256, long bytesMax)
      throws IOException {
    return put(bytes, mediaType, expectedSha256, bytesMax, Stay.KEPT);
  }

  @Override
  public StoredArtifact upload(
      InputStream bytes, String mediaType, @Nullable String expectedSha256, long bytesMax)
      throws IOException {
    return put(bytes, mediaType, expectedSha256, bytesMax, Stay.UPLOADED);
  }

  private StoredArtifact put(
      InputStream bytes,
      String mediaType,
      @Nullable String expectedSha256,
      long bytesMax,
      Stay stay)
      throws IOException {
    MediaTypes.require(mediaType);
    if (expectedSha256 != null) {
      Require.digest("expectedSha256", expectedSha256);
    }
    try (Spool spool = new Spool(directory.temps())) {
      Digested digested = Digested.copy(bytes, spool, expectedSha256, bytesMax);
      try {
        return publisher.publish(spool, digested, mediaType, stay);
      } catch (StoreUnavailableException e) {
        throw e;
      } catch (IOException e) {
        throw unavailable("store", digested.sha256(), e);
      }
    }
  }

  @Override
  public String putDerived(byte[] document, String mediaType) throws IOException {
    MediaTypes.require(mediaType);
    String sha256 = Digests.sha256Hex(document);
    if (!DerivedPacks.takes(document.length) || ObjectFiles.isNamed(directory.object(sha256))) {
      // A file of this digest is what readers see, so it is checked and replaced when damaged.
      return ArtifactStore.super.putDerived(document, mediaType);
    }
    try {
      derived.add(sha256, pack(sha256, document, mediaType));
      return sha256;
    } catch (IOException e) {
      throw unavailable("store", sha256, e);
    }
  }

  private long pack(String sha256, byte[] document, String mediaType) throws IOException {
    long place = derived.place(sha256);
    try {
      return packs.put(sha256, document, mediaType, place);
    } catch (NoSuchFileException e) {
      LOG.atDebug().setCause(e).log("the directory of the packs is made");
      directory.requirePresent();
      packs.create();
      return packs.put(sha256, document, mediaType, place);
    }
  }

  @Override
  public Optional<StoredArtifact> find(String sha256) throws IOException {
    try {
      return found(sha256, ObjectFiles.looked(directory.object(sha256), ObjectFiles::attributes));
    } catch (IOException e) {
      throw unavailable("find", sha256, e);
    }
  }

  /** An object that a sweep has taken is gone here: nothing says yet that it comes back. */
  @Override
  public Optional<StoredArtifact> renew(String sha256) throws IOException {
    Path object = directory.object(sha256);
    try {
      BasicFileAttributes attributes = ObjectFiles.attributes(object);
      boolean stays =
          attributes != null
              && directory.stays(object, MediaTypes.DEFAULT, Stay.UPLOADED, clock.instant());
      return found(sha256, stays ? attributes : null);
    } catch (IOException e) {
      throw unavailable("renew", sha256, e);
    }
  }

  /** What is stored, by the attributes of its object, or else in a pack. */
  private Optional<StoredArtifact> found(String sha256, @Nullable BasicFileAttributes attributes)
      throws IOException {
    if (attributes != null) {
      String type = directory.readType(directory.object(sha256));
      return Optional.of(new StoredArtifact(sha256, attributes.size(), type, false));
    }
    directory.requirePresent();
    return Optional.ofNullable(packs.find(sha256))
        .map(packed -> new StoredArtifact(sha256, packed.size(), packed.mediaType(), false));
  }

  @Override
  public InputStream open(String sha256) throws IOException {
    Content content = content(sha256);
    return new VerifyingInputStream(content.bytes(), sha256, content.size());
  }

  @Override
  public InputStream open(String sha256, long offset, long length) throws IOException {
    ObjectKey.requireRange(offset, length);
    Content content = content(sha256);
    try {
      ObjectKey.requireWithin(offset, content.size());
      content.bytes().skipNBytes(offset);
      return new RangeInputStream(content.bytes(), length);
    } catch (IOException e) {
      content.bytes().close();
      throw unavailable("read", sha256, e);
    } catch (RuntimeException e) {
      content.bytes().close();
      throw e;
    }
  }

  /** What is stored under a digest, not verified; the caller closes the stream. */
  private record Content(InputStream bytes, long size) {}

  private Content content(String sha256) throws ArtifactException {
    Path object = directory.object(sha256);
    try {
      Content file = ObjectFiles.looked(object, DirectoryArtifactStore::file);
      if (file != null) {
        return file;
      }
      directory.requirePresent();
      DerivedPacks.Packed packed = packs.find(sha256);
      if (packed == null) {
        throw new NoSuchArtifactException(sha256);
      }
      return new Content(packed.open(), packed.size());
    } catch (ArtifactException e) {
      throw e;
    } catch (IOException e) {
      throw unavailable("read", sha256, e);
    }
  }

  private static @Nullable Content file(Path file) throws IOException {
    BasicFileAttributes attributes = ObjectFiles.present(file);
    try {
      return attributes == null
          ? null
          : new Content(Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS), attributes.size());
    } catch (NoSuchFileException _) {
      return null;
    }
  }

  @Override
  public void check() throws IOException {
    try {
      directory.probe();
    } catch (IOException e) {
      throw unavailable("use", directory.root().toString(), e);
    }
  }

  @Override
  public void close() {
    publisher.close();
  }

  private static StoreUnavailableException unavailable(
      String action, String what, IOException cause) {
    return StoreUnavailableException.ofFiles(
        action + " " + what + " in the artifact directory",
        cause,
        "the file system has space, allows writing and has hard links");
  }
}
