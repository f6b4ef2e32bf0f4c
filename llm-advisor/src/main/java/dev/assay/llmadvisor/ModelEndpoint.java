package dev.assay.llmadvisor;

import dev.assay.schemas.ConfigException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An OpenAI-compatible endpoint.
 *
 * @param baseUrl what {@code /chat/completions} is appended to, such as {@code
 *     http://127.0.0.1:8000/v1}
 * @param model the model's name there
 * @param key bearer token, or null
 * @param time within which an answer must be whole
 * @param responseBytesMax bytes of an answer
 */
public record ModelEndpoint(
    URI baseUrl, String model, @Nullable String key, Duration time, int responseBytesMax) {

  /**
   * Checks the bounds.
   *
   * @throws ConfigException when the URL is not http or https, a key would go to another machine in
   *     the clear, or the name cannot be one
   */
  public ModelEndpoint {
    String scheme = String.valueOf(baseUrl.getScheme());
    if (!scheme.equals("http") && !scheme.equals("https") || baseUrl.getHost() == null) {
      throw new ConfigException(
          "expected an http or https URL in model.url, found another; name what"
              + " /chat/completions is appended to");
    }
    if (key != null && scheme.equals("http") && !loopback(baseUrl.getHost())) {
      throw new ConfigException(
          "expected https in model.url, found http to another machine together with a key");
    }
    if (model.isBlank()
        || model.length() > ModelLimits.NAME_CHARS_MAX
        || model.chars().anyMatch(Character::isISOControl)) {
      throw new ConfigException(
          "expected a model.name of 1 to " + ModelLimits.NAME_CHARS_MAX + " printable characters");
    }
  }

  /**
   * The endpoint that {@code config} names; its key is read from its file.
   *
   * @param home what a relative key file is relative to
   */
  public static ModelEndpoint of(ModelSection config, Path home) {
    return new ModelEndpoint(
        url(config.url()),
        config.name(),
        config.keyFile() == null ? null : key(home.resolve(config.keyFile())),
        Duration.ofMillis(config.timeoutMillis()),
        config.responseBytesMax());
  }

  private static URI url(String text) {
    try {
      return URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
    } catch (IllegalArgumentException e) {
      throw new ConfigException("expected a URL in model.url, found another text");
    }
  }

  private static String key(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(ModelLimits.KEY_BYTES_MAX);
      String key = new String(bytes, StandardCharsets.US_ASCII).strip();
      if (!key.isEmpty() && key.chars().allMatch(c -> c > 0x20 && c < 0x7f)) {
        return key;
      }
    } catch (IOException e) {
      throw new ConfigException(
          "expected a readable model.keyFile, found " + e.getClass().getSimpleName());
    }
    throw new ConfigException("expected one line of printable ASCII in model.keyFile, found other");
  }

  private static boolean loopback(String host) {
    try {
      String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
      boolean literal = bare.chars().allMatch(c -> c == '.' || c >= '0' && c <= '9');
      return bare.equals("localhost")
          || (literal || bare.contains(":")) && InetAddress.getByName(bare).isLoopbackAddress();
    } catch (UnknownHostException _) {
      return false;
    }
  }

  URI completions() {
    return URI.create(baseUrl + "/chat/completions");
  }

  /** Leaves the key out. */
  @Override
  public String toString() {
    return "ModelEndpoint[" + model + "]";
  }
}
