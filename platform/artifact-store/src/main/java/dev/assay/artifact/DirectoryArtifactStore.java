package dev.assay.artifact;

import dev.assay.artifact.ArtifactException.NoSuchArtifactException;
import dev.assay.artifact.ArtifactException.StoreUnavailableException;
import dev.assay.artifact.ArtifactStore.StoredArtifact;
import dev.assay.schemas.Digests;
import dev.assay.schemas.MediaTypes;
import dev.assay.schemas.Require;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Artifacts as read-only files {@code sha256/ab/cd/<hex>} under one directory, so that {@code
 * sha256sum} alone checks them. The media type lies beside, in {@code <hex>.type}. Small derived
 * documents are in {@link DerivedPacks} instead; a file of the same digest goes before them.
 *
 * <p>A put writes a temporary file in the same file system, forces it to disk, gives it its final
 * name by a hard link, which never replaces an object, and forces the directory. A process that
 * dies leaves at most a temporary file; {@link #open(Path)} removes old ones. Several processes may
 * share the directory.
 */
public final class DirectoryArtifactStore implements ArtifactStore {

  private static final Logger LOG = LoggerFactory.getLogger(DirectoryArtifactStore.class);

  private final StoreDirectory directory;
  private final DerivedPacks packs;
  private final RecentDigests derived = new RecentDigests(ArtifactLimits.RECENT_DERIVED_MAX);

  private DirectoryArtifactStore(StoreDirectory directory) {
    this.directory = directory;
    this.packs = new DerivedPacks(directory.root());
  }

  /**
   * Opens the store in {@code root}, which is made when absent, and removes temporary files older
   * than {@link ArtifactLimits#TEMP_AGE_MAX}.
   *
   * @throws StoreUnavailableException when the directory cannot be used
   */
  public static DirectoryArtifactStore open(Path root) throws IOException {
    try {
      DirectoryArtifactStore store = new DirectoryArtifactStore(StoreDirectory.open(root));
      store.check();
      return store;
    } catch (StoreUnavailableException e) {
      throw e;
    } catch (IOException e) {
      throw unavailable("open", root.toString(), e);
    }
  }

  @Override
  public StoredArtifact put(
      InputStream bytes, String mediaType, @Nullable String expectedSha256, long bytesMax)
      throws IOException {
    MediaTypes.require(mediaType);
    if (expectedSha256 != null) {
      Require.digest("expectedSha256", expectedSha256);
    }
    try (TempFile temp = newTemp()) {
      Digested digested = Digested.copy(bytes, temp, expectedSha256, bytesMax);
      return publish(temp, digested, mediaType);
    }
  }

  @Override
  public String putDerived(byte[] document, String mediaType) throws IOException {
    MediaTypes.require(mediaType);
    String sha256 = Digests.sha256Hex(document);
    if (!DerivedPacks.takes(document.length) || isNamed(directory.object(sha256))) {
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

  private TempFile newTemp() throws StoreUnavailableException {
    try {
      return directory.newTemp();
    } catch (IOException e) {
      throw unavailable("write", "a temporary file", e);
    }
  }

  private StoredArtifact publish(TempFile temp, Digested digested, String mediaType)
      throws StoreUnavailableException {
    Path object = directory.object(digested.sha256());
    try {
      boolean created = false;
      if (!intact(object, digested)) {
        DerivedPacks.Packed packed =
            DerivedPacks.takes(digested.size()) ? packs.find(digested.sha256()) : null;
        directory.prepare(object, packed == null ? mediaType : packed.mediaType());
        temp.force();
        created = linkOrReplace(temp, object, digested) && packed == null;
      } else {
        forceBytes(object);
      }
      directory.force(object);
      return new StoredArtifact(
          digested.sha256(), digested.size(), directory.readType(object), created);
    } catch (IOException e) {
      throw unavailable("store", digested.sha256(), e);
    }
  }

  /** Forces an object that was there before: an earlier version may have left it unforced. */
  private static void forceBytes(Path object) throws IOException {
    try (FileChannel channel =
        FileChannel.open(object, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
      channel.force(false);
    }
  }

  /** Whether the object was not there before. */
  private boolean linkOrReplace(TempFile temp, Path object, Digested digested) throws IOException {
    try {
      Files.createLink(object, temp.path());
      return true;
    } catch (FileAlreadyExistsException e) {
      if (!intact(object, digested)) {
        LOG.atWarn()
            .addKeyValue("sha256", digested.sha256())
            .setCause(e)
            .log("a damaged artifact is replaced");
        Files.move(
            temp.path(),
            object,
            StandardCopyOption.ATOMIC_MOVE,
            StandardCopyOption.REPLACE_EXISTING);
      }
      return false;
    }
  }

  private static boolean intact(Path object, Digested digested) throws IOException {
    BasicFileAttributes attributes = attributes(object);
    if (attributes == null || attributes.size() != digested.size()) {
      return false;
    }
    try (InputStream stored = Files.newInputStream(object, LinkOption.NOFOLLOW_LINKS)) {
      return digested.sameAs(stored);
    }
  }

  /** The attributes of an object, or null when there is no regular file of that name. */
  private static @Nullable BasicFileAttributes attributes(Path object) throws IOException {
    return isNamed(object) ? presentAttributes(object) : null;
  }

  /**
   * Whether there is something of that name. A missing object is common, and only a question that
   * follows links is answered without an exception, which costs more; whoever reads does not
   * follow.
   */
  private static boolean isNamed(Path object) {
    return Files.exists(object);
  }

  /** The same for an object that is most likely there. */
  private static @Nullable BasicFileAttributes presentAttributes(Path object) throws IOException {
    try {
      BasicFileAttributes attributes =
          Files.readAttributes(object, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return attributes.isRegularFile() ? attributes : null;
    } catch (NoSuchFileException _) {
      return null;
    }
  }

  @Override
  public Optional<StoredArtifact> find(String sha256) throws IOException {
    Path object = directory.object(sha256);
    try {
      BasicFileAttributes attributes = attributes(object);
      if (attributes != null) {
        return Optional.of(
            new StoredArtifact(sha256, attributes.size(), directory.readType(object), false));
      }
      directory.requirePresent();
      return Optional.ofNullable(packs.find(sha256))
          .map(packed -> new StoredArtifact(sha256, packed.size(), packed.mediaType(), false));
    } catch (IOException e) {
      throw unavailable("find", sha256, e);
    }
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
      BasicFileAttributes attributes = presentAttributes(object);
      if (attributes != null) {
        return new Content(
            Files.newInputStream(object, LinkOption.NOFOLLOW_LINKS), attributes.size());
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
    // Nothing is held between calls.
  }

  private static StoreUnavailableException unavailable(
      String action, String what, IOException cause) {
    return StoreUnavailableException.ofFiles(
        action + " " + what + " in the artifact directory",
        cause,
        "the file system has space, allows writing and has hard links");
  }
}
