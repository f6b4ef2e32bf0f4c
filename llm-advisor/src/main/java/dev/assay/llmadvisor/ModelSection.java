package dev.assay.llmadvisor;

import dev.assay.schemas.Settings;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A model behind an OpenAI-compatible endpoint; without this section nobody asks one.
 *
 * @param url what {@code /chat/completions} is appended to
 * @param name the model's name there
 * @param keyFile file with the bearer token
 * @param timeoutMillis until an answer must be whole
 * @param responseBytesMax bytes of an answer
 * @param review whether the worker has reports read over
 * @param excerptBytes bytes of an artifact's beginning that a review shows
 * @param lanes plans that are asked for at once
 */
public record ModelSection(
    String url,
    String name,
    @Nullable String keyFile,
    Integer timeoutMillis,
    Integer responseBytesMax,
    Boolean review,
    Integer excerptBytes,
    Integer lanes) {

  public ModelSection {
    Settings.given("model.url", url);
    Settings.given("model.name", name);
    timeoutMillis =
        Objects.requireNonNullElse(timeoutMillis, Math.toIntExact(ModelLimits.TIME.toMillis()));
    Settings.between("model.timeoutMillis", timeoutMillis, 1, ModelLimits.TIME_MAX.toMillis());
    responseBytesMax = Objects.requireNonNullElse(responseBytesMax, ModelLimits.RESPONSE_BYTES);
    Settings.between("model.responseBytesMax", responseBytesMax, 1, ModelLimits.RESPONSE_BYTES_MAX);
    review = Objects.requireNonNullElse(review, false);
    excerptBytes = Objects.requireNonNullElse(excerptBytes, 0);
    Settings.between("model.excerptBytes", excerptBytes, 0, ModelLimits.EXCERPT_BYTES_MAX);
    lanes = Objects.requireNonNullElse(lanes, 4);
    Settings.between("model.lanes", lanes, 1, ModelLimits.LANES_MAX);
  }
}
