package dev.assay.artifact;

import dev.assay.schemas.Limits;
import dev.assay.schemas.MediaTypes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of a directory store: {@code sha256/} holds objects and types, {@code tmp/} what is
 * being written. Everything visible under {@code sha256/} is complete.
 */
final class StoreDirectory {

  private static final Logger LOG = LoggerFactory.getLogger(StoreDirectory.class);

  /** The ending of an object that a sweep has taken aside. */
  static final String ASIDE_SUFFIX = ".swept";

  private final Path root;
  private final Path temps;

  /** No other process and no other opening of this directory uses the same names. */
  private final String tempPrefix = UUID.randomUUID() + "-";

  private final AtomicLong tempNumber = new AtomicLong();

  /** A file of each media type that was used lately; type files are hard links to it. */
  private final Map<String, Path> typeFiles = new ConcurrentHashMap<>();

  /** Directories {@code ab/cd} that this process knows to be on the disk; at most 65,536. */
  private final Set<Path> forcedLeaves = ConcurrentHashMap.newKeySet();

  private StoreDirectory(Path root) {
    this.root = root;
    this.temps = root.resolve("tmp");
  }

  static StoreDirectory open(Path root) throws IOException {
    StoreDirectory directory = new StoreDirectory(root.toAbsolutePath());
    Files.createDirectories(directory.temps);
    Files.createDirectories(root.resolve(ObjectKey.ROOT));
    removeOld(directory.temps, Instant.now().minus(ArtifactLimits.TEMP_AGE_MAX));
    return directory;
  }

  /** Removes files last written before {@code limit}: their writers are dead. */
  static void removeOld(Path temps, Instant limit) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(temps)) {
      for (Path file : files) {
        try {
          if (Files.getLastModifiedTime(file).toInstant().isBefore(limit)) {
            Files.deleteIfExists(file);
          }
        } catch (NoSuchFileException _) {
          LOG.atDebug().addKeyValue("path", file).log("another process removed it first");
        }
      }
    }
  }

  Path root() {
    return root;
  }

  /** Where files are written before they have their names. */
  Path temps() {
    return temps;
  }

  /** The file of an artifact; only a valid digest becomes a path. */
  Path object(String sha256) {
    return root.resolve(ObjectKey.of(sha256));
  }

  TempFile newTemp() throws IOException {
    return TempFile.create(temps.resolve(tempPrefix + tempNumber.getAndIncrement()));
  }

  /** Makes {@code ab/cd}; {@link #force} makes it durable. */
  private static void ensureParents(Path object) throws IOException {
    Path leaf = parent(object);
    if (!Files.isDirectory(leaf)) {
      createDirectory(parent(leaf));
      createDirectory(leaf);
    }
  }

  private static void createDirectory(Path path) throws IOException {
    try {
      Files.createDirectory(path);
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(path)) {
        throw e;
      }
    }
  }

  /** Returns when the name of {@code object} and of its directories are on the disk. */
  void force(Path object) throws IOException {
    Path leaf = parent(object);
    forceDirectory(leaf);
    if (!forcedLeaves.contains(leaf)) {
      Path branch = parent(leaf);
      forceDirectory(parent(branch));
      forceDirectory(branch);
      forcedLeaves.add(leaf);
    }
  }

  static void forceDirectory(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  static Path parent(Path path) {
    Path parent = path.getParent();
    if (parent == null) {
      throw new AssertionError("expected a path below the root, found " + path);
    }
    return parent;
  }

  /** How long an object stays. */
  enum Stay {
    /** For ever. Its type is in {@code <hex>.type}. */
    KEPT(".type"),
    /** Until a sweep finds it too old. Its type is in {@code <hex>.upload}, and only there. */
    UPLOADED(".upload");

    private final String suffix;

    Stay(String suffix) {
      this.suffix = suffix;
    }

    private Path typeOf(Path object) {
      return object.resolveSibling(object.getFileName() + suffix);
    }
  }

  /**
   * Makes the directories of an object that is about to appear, and keeps its type unless it has
   * one. Every object has a type file before it is visible, so that of two types offered at once
   * one is kept for good. Its name is not forced to disk: a power cut may cost a large artifact its
   * type, which is advice, never its bytes.
   */
  void prepare(Path object, String mediaType, Stay stay) throws IOException {
    Path type = stay.typeOf(object);
    if (stay == Stay.KEPT && linkedType(type, Stay.UPLOADED.typeOf(object))) {
      return;
    }
    Path file = typeFiles.get(mediaType);
    if (file != null && linkedType(type, file)) {
      return; // the directories are there: nearly always, once a store has grown
    }
    ensureParents(object);
    if (file == null || !linkedType(type, file)) {
      typeFiles.remove(mediaType);
      linkNewType(type, mediaType);
    }
  }

  /**
   * Makes an object that is there stay, for ever or as if it were uploaded now. A sweep that was
   * about to take it sees that before it deletes anything, and puts it back.
   *
   * @return whether it is there afterwards; when not, a sweep has taken it, and a put has to make
   *     it
   */
  boolean stays(Path object, String mediaType, Stay stay, Instant now) throws IOException {
    if (!isKept(object)) {
      switch (stay) {
        case KEPT -> prepare(object, mediaType, stay);
        case UPLOADED -> {
          try {
            Files.getFileAttributeView(
                    object, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .setTimes(FileTime.from(now), null, null);
          } catch (NoSuchFileException _) {
            return false;
          }
        }
      }
    }
    return Files.exists(object, LinkOption.NOFOLLOW_LINKS);
  }

  /** Whether an object is none that a sweep may delete. */
  static boolean isKept(Path object) {
    return Files.exists(Stay.KEPT.typeOf(object), LinkOption.NOFOLLOW_LINKS)
        || !Files.exists(Stay.UPLOADED.typeOf(object), LinkOption.NOFOLLOW_LINKS);
  }

  /** Removes what an object that a sweep deleted has beside it. */
  static void forget(Path object) throws IOException {
    Files.deleteIfExists(Stay.UPLOADED.typeOf(object));
  }

  /** Where a sweep has an object while it decides; readers look there, too. */
  static Path aside(Path object) {
    return object.resolveSibling(object.getFileName() + ASIDE_SUFFIX);
  }

  /**
   * Whether the type is there now; not without its directory, or when {@code file} took all its
   * links or is gone.
   */
  private static boolean linkedType(Path type, Path file) {
    try {
      Files.createLink(type, file);
      return true;
    } catch (FileAlreadyExistsException _) {
      LOG.atDebug().addKeyValue("path", type).log("another put gave the media type first");
      return true;
    } catch (IOException e) {
      LOG.atDebug()
          .addKeyValue("path", file)
          .setCause(e)
          .log("no link to the file of a media type");
      return false;
    }
  }

  private void linkNewType(Path type, String mediaType) throws IOException {
    if (Files.exists(type, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (TempFile temp = newTemp()) {
      byte[] text = mediaType.getBytes(StandardCharsets.US_ASCII);
      temp.write(text, text.length);
      temp.force(); // once for all that are linked to it
      Files.createLink(type, temp.path());
      if (typeFiles.size() < ArtifactLimits.TYPE_FILES_MAX) {
        typeFiles.put(mediaType, type);
      }
    } catch (FileAlreadyExistsException _) {
      LOG.atDebug().addKeyValue("path", type).log("another put gave the media type first");
    }
  }

  /** The type beside an object; none, or one that was damaged, is the default. */
  String readType(Path object) throws IOException {
    Path kept = Stay.KEPT.typeOf(object);
    Path type = Files.exists(kept) ? kept : Stay.UPLOADED.typeOf(object);
    try (InputStream file = Files.newInputStream(type)) {
      byte[] bytes = file.readNBytes(Limits.MEDIA_TYPE_CHARS_MAX + 1);
      String text = new String(bytes, StandardCharsets.ISO_8859_1);
      return MediaTypes.valid(text) ? text : MediaTypes.DEFAULT;
    } catch (NoSuchFileException _) {
      return MediaTypes.DEFAULT;
    }
  }

  /** Does what a put does to the file system, with an empty file. */
  void probe() throws IOException {
    Path link = temps.resolve("probe-" + UUID.randomUUID());
    try (TempFile temp = newTemp()) {
      Files.createLink(link, temp.path());
    } finally {
      Files.deleteIfExists(link);
    }
    requirePresent();
  }

  /** Fails when the store itself is gone, so that an unmounted disk is no absent artifact. */
  void requirePresent() throws IOException {
    Path objects = root.resolve(ObjectKey.ROOT);
    if (!Files.isDirectory(objects)) {
      throw new NoSuchFileException(objects.toString());
    }
  }
}
