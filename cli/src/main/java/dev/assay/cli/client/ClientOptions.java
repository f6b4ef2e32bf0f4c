package dev.assay.cli.client;

import dev.assay.cli.CommandException;
import dev.assay.cli.host.DataDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the running system is and how to be let in. */
public final class ClientOptions {

  private static final String URL_DEFAULT = "http://127.0.0.1:7070";

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "the running system (default: $ASSAY_URL or " + URL_DEFAULT + ")")
  private @Nullable String url;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "file with the token (default: $ASSAY_TOKEN, else the embedded system's token)")
  private @Nullable Path tokenFile;

  @Option(names = "--json", description = "print JSON")
  private boolean json;

  /** Whether JSON was asked for. */
  boolean json() {
    return json;
  }

  ApiClient open() {
    return new ApiClient(address(), token());
  }

  private String address() {
    String named = url == null ? System.getenv("ASSAY_URL") : url;
    return named == null || named.isEmpty() ? URL_DEFAULT : named;
  }

  private @Nullable String token() {
    String named = System.getenv("ASSAY_TOKEN");
    if (tokenFile == null && named != null && !named.isEmpty()) {
      return named;
    }
    Path file = tokenFile == null ? DataDirectory.standard().resolve("token") : tokenFile;
    if (tokenFile == null && !Files.exists(file)) {
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
}
