package dev.assay.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.cli.Choice;
import dev.assay.cli.CommandException;
import dev.assay.cli.Output;
import dev.assay.cli.host.DataDirectory;
import dev.assay.gate.AssayHome;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the running system is and how to be let in. */
public final class ClientOptions {

  private static final Set<String> PRINCIPALS = Set.of("operator", "agent");

  @Option(names = "--url", paramLabel = "URL", description = AssayHome.URL_DESCRIPTION)
  private @Nullable String url;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "file with the token (default: $ASSAY_TOKEN, else the embedded system's, see --as)")
  private @Nullable Path tokenFile;

  @Option(
      names = "--as",
      paramLabel = "WHO",
      completionCandidates = Principals.class,
      description =
          "whose token of the embedded system to show, operator or agent (default: operator)")
  private @Nullable String principal;

  @Option(names = "--json", description = "print JSON")
  private boolean json;

  /** Whether JSON was asked for. */
  public boolean json() {
    return json;
  }

  /** Prints {@code answer} as JSON when that was asked for, and else by {@code words}. */
  void print(PrintWriter out, JsonNode answer, BiConsumer<PrintWriter, JsonNode> words) {
    if (json) {
      Output.json(out, answer);
    } else {
      words.accept(out, answer);
    }
  }

  /** The system, called as the operator of the embedded one when nobody says as whom. */
  public ApiClient open() {
    return open("operator");
  }

  /** The system, called as {@code unnamed} of the embedded one when nobody says as whom. */
  public ApiClient open(String unnamed) {
    return new ApiClient(address(), token(unnamed));
  }

  /** The address of the running system. */
  public String address() {
    return AssayHome.address(url, System.getenv());
  }

  private @Nullable String token(String unnamed) {
    if (principal != null && (tokenFile != null || !PRINCIPALS.contains(principal))) {
      throw new CommandException(
          "USAGE",
          "expected --as operator or --as agent, without --token-file, found --as "
              + principal
              + (tokenFile == null ? "" : " with --token-file"));
    }
    String named = System.getenv("ASSAY_TOKEN");
    if (tokenFile == null && principal == null && named != null && !named.isEmpty()) {
      return named;
    }
    Path file =
        tokenFile == null
            ? DataDirectory.token(
                DataDirectory.standard(), Objects.requireNonNullElse(principal, unnamed))
            : tokenFile;
    if (tokenFile == null && principal == null && !Files.exists(file)) {
      return null;
    }
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new CommandException(
          "TOKEN_UNREADABLE",
          "expected a readable token file, found "
              + e.getClass().getSimpleName()
              + " for "
              + file
              + "; name it with --token-file");
    }
  }

  /** What shells complete. */
  private static final class Principals extends Choice {
    @Override
    protected List<String> values() {
      return List.of("operator", "agent");
    }
  }
}
