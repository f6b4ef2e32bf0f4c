package dev.assay.ingest;

import dev.assay.http.ProblemException;
import dev.assay.http.Request;
import dev.assay.http.Response;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import dev.assay.schemas.json.Json;
import java.io.IOException;

/** The body of what a person says: a small JSON document. */
final class JsonBody {

  private JsonBody() {}

  /**
   * The body of {@code request} as {@code type}.
   *
   * @throws ProblemException when it is of another media type, larger than {@link
   *     IngestLimits#ANSWER_BYTES_MAX}, or says something else
   */
  static <T> T read(Request request, Class<T> type) throws IOException {
    String contentType = request.header("content-type").orElse("");
    if (!ExecutionCalls.mediaType(contentType).equals(Response.JSON)) {
      throw new ProblemException(
          ErrorCode.UNSUPPORTED_MEDIA_TYPE,
          "expected Content-Type " + Response.JSON + ", found " + Require.quoted(contentType));
    }
    return switch (Json.parse(request.body(IngestLimits.ANSWER_BYTES_MAX), type)) {
      case Parsed.Accepted<T>(T body) -> body;
      case Parsed.Rejected<T>(Rejection rejection) -> throw new ProblemException(rejection);
    };
  }
}
