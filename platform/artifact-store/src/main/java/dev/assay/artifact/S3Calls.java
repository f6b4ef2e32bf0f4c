package dev.assay.artifact;

import dev.assay.artifact.ArtifactException.StoreUnavailableException;
import io.minio.errors.ErrorResponseException;
import io.minio.errors.InvalidResponseException;
import io.minio.errors.MinioException;
import io.minio.errors.ServerException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.security.GeneralSecurityException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one S3 request, a bounded number of times while the service or the way to it is at fault. A
 * definite refusal is an {@link S3Refusal}, everything else a {@link StoreUnavailableException}.
 */
final class S3Calls {

  private static final Logger LOG = LoggerFactory.getLogger(S3Calls.class);

  /** Codes after which the same request may succeed. */
  private static final Set<String> PASSING =
      Set.of(
          "ConditionalRequestConflict",
          "InternalError",
          "OperationAborted",
          "RequestTimeout",
          "ServiceUnavailable",
          "SlowDown",
          "SlowDownRead",
          "SlowDownWrite",
          "XMinioServerNotInitialized");

  /** Starts a request; called once for each try. */
  @FunctionalInterface
  interface Call<T> {
    CompletableFuture<T> start() throws MinioException, GeneralSecurityException, IOException;
  }

  private final String where;

  S3Calls(String where) {
    this.where = where;
  }

  <T> T run(String action, Call<T> call)
      throws S3Refusal, InterruptedIOException, StoreUnavailableException {
    for (int attempt = 1; ; attempt++) {
      Throwable failure = null;
      try {
        return call.start().get();
      } catch (InterruptedException e) {
        throw interrupted(action, e);
      } catch (ExecutionException | CompletionException e) {
        failure = e.getCause() == null ? e : e.getCause();
      } catch (MinioException | GeneralSecurityException | IOException e) {
        failure = e;
      }
      if (failure instanceof CompletionException && failure.getCause() != null) {
        failure = failure.getCause();
      }
      if (!passing(failure)) {
        throw refusal(action, failure);
      }
      if (attempt == ArtifactLimits.ATTEMPTS_MAX) {
        throw unavailable(action, failure);
      }
      LOG.atDebug()
          .addKeyValue("action", action)
          .addKeyValue("attempt", attempt)
          .setCause(failure)
          .log("a call is repeated");
      pause(action, attempt);
    }
  }

  private static boolean passing(Throwable failure) {
    return switch (failure) {
      case ErrorResponseException e ->
          PASSING.contains(e.errorResponse().code()) || e.response().code() >= 502;
      case ServerException e -> e.statusCode() >= 500 && e.statusCode() != 501;
      case InvalidResponseException _, IOException _ -> true;
      default -> false;
    };
  }

  private S3Refusal refusal(String action, Throwable failure) throws StoreUnavailableException {
    if (failure instanceof ErrorResponseException e) {
      return new S3Refusal(e.errorResponse().code(), e.errorResponse().message());
    }
    throw unavailable(action, failure);
  }

  /** A failure that says what was asked of which bucket. */
  StoreUnavailableException unavailable(String action, Throwable failure) {
    return new StoreUnavailableException(
        "expected to "
            + action
            + " in "
            + where
            + ", found "
            + described(failure)
            + ". Check the endpoint, the bucket and the credentials, then repeat",
        failure);
  }

  /** Without the headers and the request, which the SDK puts into its own texts. */
  private static String described(Throwable failure) {
    return switch (failure) {
      case ErrorResponseException e ->
          e.errorResponse().code() + ": " + e.errorResponse().message();
      case ServerException e -> "HTTP status " + e.statusCode();
      case InvalidResponseException _ -> "an answer that is not of the S3 API";
      case S3Refusal e -> String.valueOf(e.getMessage());
      default -> failure.toString();
    };
  }

  private static void pause(String action, int attempt) throws InterruptedIOException {
    long most = ArtifactLimits.BACKOFF.toMillis() << (attempt - 1);
    try {
      Thread.sleep(most / 2 + ThreadLocalRandom.current().nextLong(most / 2 + 1));
    } catch (InterruptedException e) {
      throw interrupted(action, e);
    }
  }

  private static InterruptedIOException interrupted(String action, InterruptedException cause) {
    Thread.currentThread().interrupt();
    InterruptedIOException e = new InterruptedIOException("interrupted, expected to " + action);
    e.initCause(cause);
    return e;
  }
}
