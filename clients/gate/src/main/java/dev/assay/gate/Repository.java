package dev.assay.gate;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A directory with the repository's file, and what git says of it. A gate opens it at each claim,
 * so that one process of git tells all where the file is in the commit.
 *
 * @param branch the branch, {@code HEAD} when none is checked out, {@code none} without git
 * @param commit the commit, or null
 * @param rules the id of the repository's file in the commit, as git names contents, or null
 */
record Repository(Path root, String branch, @Nullable String commit, @Nullable String rules) {

  private static final String HEAD = "HEAD";

  private static final int SHA256_DIGITS = 64;

  /**
   * The repository of {@code directory}: it or the nearest directory above with the file, but not
   * above the one with {@code .git}.
   */
  static Optional<Path> find(Path directory) {
    Path at = directory.toAbsolutePath().normalize();
    for (int i = 0; i < GateLimits.PARENTS_MAX && at != null; i++) {
      if (Files.isRegularFile(at.resolve(RepositoryFile.NAME))) {
        return Optional.of(at);
      }
      if (Files.exists(at.resolve(".git"))) {
        return Optional.empty();
      }
      at = at.getParent();
    }
    return Optional.empty();
  }

  static Repository open(Path root) throws IOException, InterruptedException {
    List<String> all = parsed(root, HEAD, HEAD + ":./" + RepositoryFile.NAME);
    if (all.size() == 3) {
      return new Repository(root, all.get(2), all.get(0), all.get(1));
    }
    List<String> lines = parsed(root, HEAD);
    return lines.size() == 2
        ? new Repository(root, lines.get(1), lines.get(0), null)
        : new Repository(root, "none", null, null);
  }

  /** The ids of {@code names}, then the branch; nothing where git does not know one of them. */
  private static List<String> parsed(Path root, String... names)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("rev-parse"));
    words.addAll(List.of(names));
    words.addAll(List.of("--abbrev-ref", HEAD));
    return git(root, words)
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8).lines().toList())
        .orElse(List.of());
  }

  /**
   * Whether the repository's file is the one of the commit that is checked out. Who works in the
   * repository can change it; whoever looks at the commit then does not see what was asked.
   *
   * @param bytes the file as it is
   * @return true when there is no commit to compare with
   */
  boolean committed(byte[] bytes) {
    return commit == null || rules != null && rules.equals(id(bytes, rules.length()));
  }

  /**
   * The id of {@code bytes} as git names contents: of 40 digits, or of 64 where it was asked to.
   */
  private static String id(byte[] bytes, int digits) {
    try {
      MessageDigest digest =
          MessageDigest.getInstance(digits == SHA256_DIGITS ? "SHA-256" : "SHA-1");
      digest.update(("blob " + bytes.length + "\0").getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest.digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has both
    }
  }

  /**
   * The tracked and untracked files that git does not ignore, sorted.
   *
   * @throws GateException with NO_WORKSPACE when git does not list them
   */
  List<String> files() throws IOException, InterruptedException {
    byte[] listed =
        git(root, List.of("ls-files", "-co", "--exclude-standard", "-z"))
            .orElseThrow(() ->
                new GateException(
                    "NO_WORKSPACE",
                    "expected that git lists the files of "
                        + root
                        + ", found that it does not; run git init there, or set workspace: false in "
                        + RepositoryFile.NAME));
    List<String> files = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < listed.length; i++) {
      if (listed[i] == 0) {
        files.add(new String(listed, from, i - from, StandardCharsets.UTF_8));
        from = i + 1;
      }
    }
    return files.stream().sorted().distinct().toList();
  }

  /** What git prints, or nothing when it fails or is not there. */
  private static Optional<byte[]> git(Path root, List<String> words)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            Arrays.asList("git", "-c", "core.fsmonitor=false", "-c", "core.quotepath=false"));
    command.addAll(words);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(root.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")));
    Process process;
    try {
      process = builder.start();
    } catch (IOException _) {
      return Optional.empty();
    }
    return printed(process, GateLimits.GIT_TIME);
  }

  /** What {@code process} prints; nothing when it fails, takes longer or prints too much. */
  static Optional<byte[]> printed(Process process, Duration limit)
      throws IOException, InterruptedException {
    try {
      return Timed.within(
          limit,
          "git",
          () -> {
            byte[] out = process.getInputStream().readNBytes(GateLimits.GIT_BYTES_MAX + 1);
            return out.length <= GateLimits.GIT_BYTES_MAX && process.waitFor() == 0
                ? Optional.of(out)
                : Optional.<byte[]>empty();
          });
    } catch (TimeoutException _) {
      return Optional.empty();
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } finally {
      process.destroyForcibly();
    }
  }
}
