package dev.assay.cfverify.judge;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * An OpenAI-compatible endpoint.
 *
 * @param baseUrl what {@code /chat/completions} is appended to, such as {@code
 *     http://127.0.0.1:8000/v1}
 * @param model the model's name there
 * @param key bearer token, or null
 */
public record ModelEndpoint(String baseUrl, String model, @Nullable String key) {

  /**
   * Checks the URL.
   *
   * @throws IllegalArgumentException when it is not an http or https URL, or the model has no name
   */
  public ModelEndpoint {
    String scheme = String.valueOf(URI.create(baseUrl).getScheme());
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw new IllegalArgumentException(
          "expected an http or https URL of the model endpoint, found another");
    }
    if (model.isBlank()) {
      throw new IllegalArgumentException("expected the name of a model, found none");
    }
  }

  URI completions() {
    String base = baseUrl.endsWith("/") ? baseUrl.substring(0, baseUrl.length() - 1) : baseUrl;
    return URI.create(base + "/chat/completions");
  }

  /** Leaves the key out. */
  @Override
  public String toString() {
    return "ModelEndpoint[" + model + "]";
  }
}
