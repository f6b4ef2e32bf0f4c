package dev.assay.gate;

import dev.assay.client.AssayClient;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where a person's Assay keeps its things, and how to reach the one that runs. */
public final class AssayHome {

  /** What the option {@code --url} says of itself, of every command that has it. */
  public static final String URL_DESCRIPTION =
      "the running system (default: $$ASSAY_URL, else assay up of the data directory, else"
          + " http://127.0.0.1:7070)";

  /** File of the data directory with the address of its last start. */
  public static final String URL_FILE = "url";

  private static final String URL_DEFAULT = "http://127.0.0.1:7070";

  private AssayHome() {}

  /** {@code $ASSAY_DATA_DIR}, or {@code .assay} in the home directory. */
  public static Path directory(Map<String, String> environment) {
    String named = environment.getOrDefault("ASSAY_DATA_DIR", "");
    return named.isEmpty() ? Path.of(System.getProperty("user.home"), ".assay") : Path.of(named);
  }

  /**
   * The running system's address: as named, else {@code $ASSAY_URL}, else that of the last start in
   * {@link #directory}, whose tokens are the ones that are shown, else the usual one.
   */
  public static String address(@Nullable String named, Map<String, String> environment) {
    String address = named == null ? environment.getOrDefault("ASSAY_URL", "") : named;
    return address.isEmpty() ? embedded(environment) : address;
  }

  private static String embedded(Map<String, String> environment) {
    try {
      String address = Files.readString(directory(environment).resolve(URL_FILE)).strip();
      return address.isEmpty() ? URL_DEFAULT : address;
    } catch (IOException _) {
      return URL_DEFAULT;
    }
  }

  /** {@link #address} as what is called. */
  static URI url(@Nullable String named, Map<String, String> environment) {
    try {
      return AssayClient.address(address(named, environment));
    } catch (IllegalArgumentException _) {
      throw new GateException(
          "USAGE", "expected an address like " + URL_DEFAULT + " in --url or $ASSAY_URL");
    }
  }

  /**
   * The token: of the named file, else {@code $ASSAY_TOKEN}, else the embedded system's for agents,
   * never the operator's; null when there is none.
   */
  static @Nullable String token(@Nullable Path named, Map<String, String> environment) {
    String variable = environment.getOrDefault("ASSAY_TOKEN", "");
    if (named == null && !variable.isEmpty()) {
      return variable;
    }
    Path file = named == null ? directory(environment).resolve("tokens").resolve("agent") : named;
    if (named == null && !Files.exists(file)) {
      return null;
    }
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new GateException(
          "TOKEN_UNREADABLE",
          "expected a readable token file, found "
              + e.getClass().getSimpleName()
              + " for "
              + file
              + "; name it with --token-file");
    }
  }
}
