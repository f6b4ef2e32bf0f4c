package dev.assay.cli.client;

import dev.assay.cli.CommandException;
import dev.assay.core.log.TlogPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which checkpoints a command believes. */
public final class PolicyOption {

  @Option(
      names = "--policy",
      paramLabel = "FILE",
      description =
          "a C2SP tlog-policy: the checkpoint must be signed by a log of it and cosigned by its "
              + "quorum of log witnesses")
  private @Nullable Path file;

  /**
   * The policy of the file, or empty when none is named.
   *
   * @throws dev.assay.core.sign.RejectedInputException with code {@code tlog-policy-invalid}
   */
  public Optional<TlogPolicy> read() {
    Path named = file;
    if (named == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(TlogPolicy.parse(Files.readAllBytes(named)));
    } catch (IOException e) {
      throw new CommandException(
          "FILE_UNREADABLE",
          "expected a policy, found that "
              + named
              + " cannot be read: "
              + e.getClass().getSimpleName());
    }
  }
}
