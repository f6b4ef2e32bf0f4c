package dev.assay.http;

import io.helidon.http.encoding.ContentDecoder;
import io.helidon.http.encoding.ContentEncoder;
import io.helidon.http.encoding.ContentEncoding;
import java.util.Set;

/**
 * Lets compressed bodies through as they are: how much may come out of one is for its handler to
 * bound, and most handlers take none ({@link Request#contentEncoding}). Answers stay plain.
 */
final class GzipLeftAlone implements ContentEncoding {

  @Override
  public Set<String> ids() {
    return Set.of("gzip");
  }

  @Override
  public boolean supportsEncoding() {
    return false;
  }

  @Override
  public boolean supportsDecoding() {
    return true;
  }

  @Override
  public ContentDecoder decoder() {
    return ContentDecoder.NO_OP;
  }

  @Override
  public ContentEncoder encoder() {
    return ContentEncoder.NO_OP;
  }

  @Override
  public String name() {
    return "gzip";
  }

  @Override
  public String type() {
    return "gzip";
  }
}
