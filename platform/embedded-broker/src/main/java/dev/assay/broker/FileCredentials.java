package dev.assay.broker;

import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.UnsupportedCallbackException;
import javax.security.auth.login.AppConfigurationEntry;
import org.apache.kafka.common.security.auth.AuthenticateCallbackHandler;
import org.apache.kafka.common.security.scram.ScramCredential;
import org.apache.kafka.common.security.scram.ScramCredentialCallback;
import org.apache.kafka.common.security.scram.internals.ScramFormatter;
import org.apache.kafka.common.security.scram.internals.ScramMechanism;
import org.jspecify.annotations.Nullable;

/**
 * The broker's side of SCRAM over {@link ClientFiles}: whom a file names is known, and the broker
 * itself, whose secret lives as long as its process. Kafka makes one for each of its network
 * threads.
 */
public final class FileCredentials implements AuthenticateCallbackHandler {

  /** The option of the login module that names the directory with the files. */
  static final String DIRECTORY = "clients";

  /** Against guessing, which 256 random bits leave hopeless anyhow; the least that SCRAM allows. */
  private static final int ITERATIONS = ScramMechanism.SCRAM_SHA_256.minIterations();

  private record Known(String secret, ScramCredential credential) {}

  private final Map<String, Known> known = new ConcurrentHashMap<>();
  private @Nullable ClientFiles files;
  private String self = "";
  private String selfSecret = "";

  @Override
  public void configure(
      Map<String, ?> configs, String mechanism, List<AppConfigurationEntry> entries) {
    Map<String, ?> options = entries.getFirst().getOptions();
    files = ClientFiles.in(String.valueOf(options.get(DIRECTORY)));
    self = String.valueOf(options.get("username"));
    selfSecret = String.valueOf(options.get("password"));
  }

  @Override
  public void handle(Callback[] callbacks) throws UnsupportedCallbackException {
    String user = "";
    for (Callback callback : callbacks) {
      if (callback instanceof NameCallback name) {
        user = name.getDefaultName();
      } else if (callback instanceof ScramCredentialCallback wanted) {
        Optional<String> secret = secret(user);
        if (secret.isPresent()) {
          wanted.scramCredential(credential(user, secret.get()));
        }
      } else {
        throw new UnsupportedCallbackException(callback);
      }
    }
  }

  private Optional<String> secret(String user) {
    return user.equals(self)
        ? Optional.of(selfSecret)
        : Objects.requireNonNull(files, "configure comes first").secret(user);
  }

  /** Hashed anew only when the file has another secret. */
  private ScramCredential credential(String user, String secret) {
    Known before = known.get(user);
    if (before != null && before.secret().equals(secret)) {
      return before.credential();
    }
    try {
      ScramCredential credential =
          new ScramFormatter(ScramMechanism.SCRAM_SHA_256).generateCredential(secret, ITERATIONS);
      known.put(user, new Known(secret, credential));
      return credential;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("expected a JDK with " + ClientFiles.MECHANISM, e);
    }
  }

  @Override
  public void close() {}
}
