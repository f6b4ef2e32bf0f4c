package dev.assay.gate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.assay.core.stop.StopMemory;
import dev.assay.schemas.Digests;
import dev.assay.schemas.hook.HookPayload.ToolCall;
import dev.assay.schemas.hook.HookWords;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What is kept of a session between two hooks: what the gate remembers, and the calls of tools. All
 * of it is in a directory that only its owner reads; a file is replaced whole. A bounded number of
 * sessions is kept.
 */
final class SessionFiles {

  private static final String MEMORY = ".json";
  private static final String CALLS = ".calls.ndjson";

  /** A file that says that calls of the session were not kept. */
  private static final String LOST = ".lost";

  private static final Set<PosixFilePermission> OWNER =
      PosixFilePermissions.fromString("rw-------");
  private static final Set<OpenOption> APPEND =
      Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);
  private static final FileAttribute<?> OWNER_ONLY = PosixFilePermissions.asFileAttribute(OWNER);
  private static final FileAttribute<?> OWNER_DIRECTORY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private final Path directory;
  private final String key;
  private final String traceKey;
  private long sent;

  /**
   * The files of one session.
   *
   * @param home the directory of Assay
   * @param session what tells it from others; strangers' text
   */
  SessionFiles(Path home, String session) {
    this(home, session, session);
  }

  /**
   * The files of an agent that a session started.
   *
   * @param trace the session that the calls are kept for
   */
  SessionFiles(Path home, String session, String trace) {
    this.directory = home.resolve("hooks");
    this.key = key(session);
    this.traceKey = key(trace);
  }

  private static String key(String session) {
    return Digests.sha256Hex(session).substring(0, 32);
  }

  /** The session's short name: eight hexadecimal digits. */
  String name() {
    return key.substring(0, 8);
  }

  /** What is remembered; nothing when there is no file, or one that is damaged. */
  StopMemory memory() throws IOException {
    Path file = directory.resolve(key + MEMORY);
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        || Files.size(file) > GateLimits.MEMORY_BYTES_MAX) {
      return StopMemory.NONE;
    }
    return PlainDocuments.memory(Files.readAllBytes(file)).orElse(StopMemory.NONE);
  }

  /** Whether anything is remembered. */
  boolean known() {
    return Files.exists(directory.resolve(key + MEMORY), LinkOption.NOFOLLOW_LINKS);
  }

  /** Remembers {@code memory} in place of what was there. */
  void remember(StopMemory memory) throws IOException {
    makeDirectory();
    if (!known()) {
      forgetOldest();
    }
    Path written = Files.createTempFile(directory, key, ".new", OWNER_ONLY);
    try {
      Files.write(written, PlainDocuments.bytes(memory));
      Files.move(
          written,
          directory.resolve(key + MEMORY),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(written);
    }
  }

  /**
   * Keeps a call, unless it failed, which promises nothing, or is of no server's tool where {@code
   * serversOnly}. What cannot be kept makes the trace incomplete.
   *
   * @return false when it cannot be kept
   */
  boolean keep(ToolCall call, boolean serversOnly) throws IOException {
    Optional<String> served = HookWords.ofServer(call.tool());
    if (call.failed() || served.isEmpty() && serversOnly) {
      return true;
    }
    JsonNode params = call.params();
    if (params == null) {
      lost();
      return false;
    }
    makeDirectory();
    Path file = directory.resolve(traceKey + CALLS);
    byte[] line =
        (JsonNodeFactory.instance
                    .objectNode()
                    .put("tool", served.orElse(call.tool()))
                    .<com.fasterxml.jackson.databind.node.ObjectNode>set("params", params)
                    .toString()
                + '\n')
            .getBytes(java.nio.charset.StandardCharsets.UTF_8);
    if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
      forgetOldest();
    }
    // Two hooks may write at once: whoever comes first creates it, and a line is appended whole.
    try (SeekableByteChannel out = Files.newByteChannel(file, APPEND, OWNER_ONLY)) {
      if (out.size() + line.length <= GateLimits.CALLS_BYTES_MAX) {
        ByteBuffer rest = ByteBuffer.wrap(line);
        while (rest.hasRemaining()) {
          out.write(rest);
        }
        return true;
      }
    }
    lost();
    return false;
  }

  /** Marks the trace as one that lacks calls. */
  void lost() throws IOException {
    makeDirectory();
    Files.newByteChannel(directory.resolve(traceKey + LOST), APPEND, OWNER_ONLY).close();
  }

  /** Whether calls were lost, or could not have been kept. */
  boolean incomplete() {
    boolean unusable =
        Files.exists(directory, LinkOption.NOFOLLOW_LINKS)
            && !(Files.isDirectory(directory) && Files.isWritable(directory));
    return unusable || Files.exists(directory.resolve(traceKey + LOST), LinkOption.NOFOLLOW_LINKS);
  }

  /** The calls that are kept, one a line; nothing when there are none. */
  Optional<byte[]> calls() throws IOException {
    Path file = directory.resolve(traceKey + CALLS);
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    byte[] calls;
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      calls = in.readNBytes(GateLimits.CALLS_BYTES_MAX);
    }
    sent = calls.length;
    return Optional.of(calls);
  }

  /**
   * Forgets the calls: what they promised was found to be so. They stay when more were added
   * meanwhile, and when they are those of the session that started this one.
   */
  void forgetCalls() throws IOException {
    Path file = directory.resolve(traceKey + CALLS);
    if (traceKey.equals(key) && Files.exists(file) && Files.size(file) == sent) {
      Files.delete(file);
    }
  }

  private void makeDirectory() throws IOException {
    if (!Files.isDirectory(directory)) {
      Files.createDirectories(directory, OWNER_DIRECTORY);
    }
  }

  private void forgetOldest() throws IOException {
    List<Path> files;
    try (Stream<Path> listed = Files.list(directory)) {
      files = listed.toList();
    }
    int surplus = files.size() - 2 * GateLimits.SESSIONS_MAX + 1;
    if (surplus <= 0) {
      return;
    }
    Map<Path, FileTime> times = new java.util.HashMap<>();
    for (Path file : files) {
      try {
        times.put(file, Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS));
      } catch (NoSuchFileException _) {
        // Another hook has moved it.
      }
    }
    for (Path file :
        times.keySet().stream().sorted(Comparator.comparing(times::get)).limit(surplus).toList()) {
      Files.deleteIfExists(file);
    }
  }
}
