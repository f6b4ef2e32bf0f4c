package dev.assay.http;

import dev.assay.http.HttpConfig.Authentication;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Measures what it takes to find a request's principal and to check its permission, on one thread,
 * with a file of many principals: microseconds a request. Argument: principals.
 */
public final class AuthenticationBench {

  private static final int ROUNDS = 7;
  private static final int REQUESTS = 500_000;

  private AuthenticationBench() {}

  /** Runs and prints one line per round; the first ones warm up. */
  public static void main(String[] args) throws Exception {
    int principals = args.length > 0 ? Integer.parseInt(args[0]) : 1_000;
    Path file = Files.createTempDirectory("authentication-bench").resolve("principals.json");
    List<Principals.Entry> entries = new ArrayList<>();
    List<Optional<String>> headers = new ArrayList<>();
    for (int i = 0; i < principals; i++) {
      String text = BearerToken.random();
      headers.add(Optional.of("Bearer " + text));
      entries.add(
          new Principals.Entry(
              "agent-" + i,
              List.of("submit"),
              List.of("fleet-" + i % 10),
              List.of(Principals.Token.of(BearerToken.of(text), null))));
    }
    Principals.edit(file, _ -> new Principals(entries));
    Credentials credentials =
        Credentials.of(BearerToken.of(BearerToken.random()), file, InstantSource.system());
    Gatekeeper gatekeeper =
        new Gatekeeper(
            new Authentication.Bearer(credentials),
            Set::of,
            new Sessions(InstantSource.system(), () -> 0));
    for (int round = 0; round < ROUNDS; round++) {
      long begin = System.nanoTime();
      int granted = 0;
      for (int i = 0; i < REQUESTS; i++) {
        Optional<Principal> principal = gatekeeper.principal(headers.get(i % principals));
        granted += principal.filter(Permission.SEND::granted).isPresent() ? 1 : 0;
      }
      System.out.printf(
          Locale.ROOT,
          "%d principals, %d of %d granted, %.2f us a request%n",
          principals,
          granted,
          REQUESTS,
          (System.nanoTime() - begin) / 1e3 / REQUESTS);
    }
  }
}
