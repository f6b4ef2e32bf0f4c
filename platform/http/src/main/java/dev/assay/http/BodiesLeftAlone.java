package dev.assay.http;

import io.helidon.http.Headers;
import io.helidon.http.encoding.ContentDecoder;
import io.helidon.http.encoding.ContentEncoder;
import io.helidon.http.encoding.ContentEncodingContext;
import io.helidon.http.encoding.ContentEncodingContextConfig;

/**
 * Lets bodies through as they are, in whatever encoding: how much may come out of one is for its
 * handler to bound, and most handlers take none ({@link Request#contentEncoding}). Answers are for
 * {@link Compression}.
 */
final class BodiesLeftAlone implements ContentEncodingContext {

  @Override
  public boolean contentEncodingEnabled() {
    return false;
  }

  @Override
  public boolean contentDecodingEnabled() {
    return true;
  }

  @Override
  public boolean contentEncodingSupported(String id) {
    return false;
  }

  @Override
  public boolean contentDecodingSupported(String id) {
    return true;
  }

  @Override
  public ContentEncoder encoder(String id) {
    return ContentEncoder.NO_OP;
  }

  @Override
  public ContentDecoder decoder(String id) {
    return ContentDecoder.NO_OP;
  }

  @Override
  public ContentEncoder encoder(Headers headers) {
    return ContentEncoder.NO_OP;
  }

  @Override
  public ContentEncodingContextConfig prototype() {
    return ContentEncodingContextConfig.builder().buildPrototype();
  }
}
