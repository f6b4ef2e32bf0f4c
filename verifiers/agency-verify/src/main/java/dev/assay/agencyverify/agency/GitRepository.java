package dev.assay.agencyverify.agency;

import dev.assay.process.Cancellation;
import dev.assay.process.Command;
import dev.assay.process.IsolationRequest.Isolation;
import dev.assay.process.ProcessLimits;
import dev.assay.process.ProcessOutcome;
import dev.assay.process.ProcessOutcome.ProcessEnd;
import dev.assay.process.ProcessRunner;
import dev.assay.process.ProcessRunner.RunRules;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The repository a directory belongs to, as agency numbers repositories. */
final class GitRepository {

  private static final int ID_LENGTH = 16;
  private static final List<String> GITHUB =
      List.of(
          "git@github.com:", "ssh://git@github.com/", "https://github.com/", "http://github.com/");

  private GitRepository() {}

  /** The id of the repository around {@code directory}; empty when there is none or no git. */
  static Optional<String> idOf(Path directory, Map<String, String> environment)
      throws InterruptedException {
    if (!Files.isDirectory(directory)) {
      return Optional.empty();
    }
    Optional<String> root = git(directory, environment, "rev-parse", "--show-toplevel");
    if (root.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> origin = git(directory, environment, "config", "--get", "remote.origin.url");
    return Optional.of(id(origin.flatMap(GitRepository::gitHubName), root.get()));
  }

  /** The id for a GitHub name or, without one, for the absolute root directory. */
  static String id(Optional<String> gitHubName, String root) {
    String key = gitHubName.map(name -> "github:" + name).orElseGet(() -> "path:" + sha256(root));
    return sha256(key).substring(0, ID_LENGTH);
  }

  /** {@code owner/repository} of a GitHub URL. */
  static Optional<String> gitHubName(String url) {
    return GITHUB.stream()
        .filter(url::startsWith)
        .findFirst()
        .map(prefix -> url.substring(prefix.length()))
        .map(name -> name.endsWith("/") ? name.substring(0, name.length() - 1) : name)
        .map(name -> name.endsWith(".git") ? name.substring(0, name.length() - 4) : name)
        .filter(name -> name.chars().filter(c -> c == '/').count() == 1);
  }

  private static Optional<String> git(
      Path directory, Map<String, String> environment, String... arguments)
      throws InterruptedException {
    List<String> argv = new ArrayList<>(List.of("git", "-c", "core.fsmonitor=false"));
    argv.addAll(List.of(arguments));
    StringBuilder output = new StringBuilder();
    ProcessOutcome outcome =
        new ProcessRunner(1)
            .run(
                new Command(argv, environment, directory, List.of()),
                new RunRules(Isolation.NONE, AgencyLimits.GIT_TIMEOUT, ProcessLimits.GRACE),
                bytes -> append(bytes, output),
                new Cancellation());
    return outcome.end().equals(new ProcessEnd.Exited(0))
        ? Optional.of(output.toString().strip())
        : Optional.empty();
  }

  private static void append(ByteBuffer bytes, StringBuilder output) {
    String text = StandardCharsets.UTF_8.decode(bytes).toString();
    int room = Math.max(0, AgencyLimits.GIT_OUTPUT_BYTES_MAX - output.length());
    output.append(text, 0, Math.min(room, text.length()));
  }

  private static String sha256(String text) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
