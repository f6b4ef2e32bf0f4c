package dev.assay.http;

/** Answers the requests of one route, on a virtual thread of the request's own. */
@FunctionalInterface
public interface Handler {

  /**
   * The answer to {@code request}.
   *
   * @throws ProblemException to answer with a problem
   * @throws Exception anything else is answered as INTERNAL_ERROR and logged
   */
  Response handle(Request request) throws Exception;
}
