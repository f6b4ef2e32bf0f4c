package dev.assay.agencyverify.agency;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.agencyverify.agency.AgencyFailure.AgencyCode;
import dev.assay.process.DirectoryLock;
import dev.assay.process.ProcessGroups;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The lock that mutating commands hold on a repository: a file that names its holder. A lock whose
 * holder no longer runs is stale and is taken over, whatever its age.
 *
 * <p>The file appears with its content, by a hard link, so that a killed command never leaves an
 * empty one; and a stale one is judged and removed under a kernel lock on the repository's
 * directory, so that two commands which both find it cannot remove each other's fresh lock.
 */
final class RepoLock implements AutoCloseable {

  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path file;

  private RepoLock(Path file) {
    this.file = file;
  }

  /** Who holds a lock, as far as its file tells. */
  private sealed interface Holder {
    record Known(long pid, String createdAt) implements Holder {}

    record Unreadable(Duration age) implements Holder {}

    record Nobody() implements Holder {}
  }

  /** Takes the lock of {@code run}'s repository for {@code command}, or says who has it. */
  static RepoLock acquire(RunLocation run, String command, Instant now) throws AgencyFailure {
    Path file = run.lock();
    ObjectNode content =
        JsonNodeFactory.instance
            .objectNode()
            .put("pid", ProcessHandle.current().pid())
            .put("created_at", Timestamps.nanos(now))
            .put("cmd", command);
    Holder holder = new Holder.Nobody();
    try {
      for (int attempt = 0; attempt < AgencyLimits.LOCK_ATTEMPTS_MAX; attempt++) {
        if (create(run, content)) {
          HELD.add(file);
          return new RepoLock(file);
        }
        holder = holder(file, now);
        if (!isStale(holder, file)) {
          break;
        }
        removeStale(run, now);
      }
    } catch (IOException e) {
      throw new AgencyFailure(
          AgencyCode.INTERNAL,
          "expected to create the lock file %s, found %s; check that the data directory is writable"
              .formatted(file, e));
    }
    throw locked(run, holder);
  }

  private static boolean create(RunLocation run, ObjectNode content) throws IOException {
    byte[] bytes = content.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8);
    Path temporary = AtomicFile.write(run.repoDirectory(), bytes, "rw-------", false);
    try {
      Files.createLink(run.lock(), temporary);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  private static Holder holder(Path file, Instant now) throws IOException {
    try {
      JsonNode content = JsonFiles.read(file);
      if (content.path("pid").isIntegralNumber()) {
        return new Holder.Known(
            content.path("pid").longValue(), content.path("created_at").asText("an unknown time"));
      }
    } catch (NoSuchFileException e) {
      return new Holder.Nobody();
    } catch (JsonFiles.Malformed | IOException e) {
      return unreadable(file, now);
    }
    return unreadable(file, now);
  }

  private static Holder unreadable(Path file, Instant now) throws IOException {
    try {
      Instant written = Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant();
      return new Holder.Unreadable(Duration.between(written, now));
    } catch (NoSuchFileException e) {
      return new Holder.Nobody();
    }
  }

  private static boolean isStale(Holder holder, Path file) {
    return switch (holder) {
      case Holder.Known(long pid, String _) ->
          pid == ProcessHandle.current().pid() ? !HELD.contains(file) : !ProcessGroups.isAlive(pid);
      case Holder.Unreadable(Duration age) ->
          age.compareTo(AgencyLimits.UNREADABLE_LOCK_AGE_MAX) > 0;
      case Holder.Nobody() -> true;
    };
  }

  private static void removeStale(RunLocation run, Instant now) throws IOException {
    try (DirectoryLock _ = DirectoryLock.acquire(run.repoDirectory())) {
      if (isStale(holder(run.lock(), now), run.lock())) {
        Files.deleteIfExists(run.lock());
      }
    }
  }

  private static AgencyFailure locked(RunLocation run, Holder holder) {
    String who =
        switch (holder) {
          case Holder.Known(long pid, String createdAt) ->
              "pid %d since %s".formatted(pid, createdAt);
          case Holder.Unreadable(Duration age) ->
              "an unreadable lock written %d s ago".formatted(age.toSeconds());
          case Holder.Nobody() -> "other commands that keep taking it";
        };
    return new AgencyFailure(
        AgencyCode.REPO_LOCKED,
        "repo %s is locked by %s (lock file: %s); wait for that command to end and try again"
            .formatted(run.repoId(), who, run.lock()));
  }

  @Override
  public void close() throws IOException {
    try {
      Files.deleteIfExists(file);
    } finally {
      HELD.remove(file);
    }
  }
}
