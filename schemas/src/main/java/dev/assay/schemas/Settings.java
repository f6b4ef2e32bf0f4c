package dev.assay.schemas;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Checks of the values that an operator configures. Each throws an {@link ConfigException} that
 * says what was expected of which key, what was found, and what to do.
 */
public final class Settings {

  private static final String CORRECT = "; correct it, or leave it out for the default";

  private Settings() {}

  /** Requires {@code value} to lie between {@code min} and {@code max}, both included. */
  public static void between(String key, long value, long min, long max) {
    if (value < min || value > max) {
      throw new ConfigException(
          "expected "
              + key
              + (max >= Integer.MAX_VALUE
                  ? " of at least " + min
                  : " between " + min + " and " + max)
              + ", found "
              + value
              + CORRECT);
    }
  }

  /** Requires the whole of {@code value} to match {@code form}, which {@code inWords} describes. */
  public static void matching(String key, String value, Pattern form, String inWords) {
    if (!form.matcher(value).matches()) {
      throw new ConfigException(
          "expected " + key + " to be " + inWords + ", found " + Require.quoted(value) + CORRECT);
    }
  }

  /** Requires an {@code http} or {@code https} address with a host and without a query. */
  public static void httpAddress(String key, String address) {
    URI uri;
    try {
      uri = new URI(address);
    } catch (URISyntaxException e) {
      throw new ConfigException(
          "expected an http or https address in " + key + ", found " + e.getReason());
    }
    if (!List.of("http", "https").contains(String.valueOf(uri.getScheme()))
        || uri.getHost() == null) {
      throw new ConfigException(
          "expected an http or https address in "
              + key
              + ", as in https://host:9000, found "
              + Secrets.masked(address));
    }
    if (uri.getQuery() != null) {
      throw new ConfigException(
          "expected an address without a query in " + key + ", found one behind its \"?\"");
    }
  }

  /** Requires {@code value} to be there and not blank. */
  public static void given(String key, @Nullable String value) {
    if (value == null || value.isBlank()) {
      throw new ConfigException("expected " + key + ", found none; give it");
    }
  }
}
