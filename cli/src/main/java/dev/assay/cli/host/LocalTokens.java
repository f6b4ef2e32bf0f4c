package dev.assay.cli.host;

import dev.assay.http.BearerToken;
import dev.assay.http.HttpSection;
import dev.assay.http.OwnerOnlyFile;
import dev.assay.http.Principals;
import dev.assay.http.Role;
import dev.assay.schemas.ConfigException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The two tokens that an embedded system has from its first start on: one for whoever operates it,
 * one for agents, which is of a principal like any other and can be revoked.
 */
final class LocalTokens {

  /** The principal that agents are, and the name of its token's file. */
  static final String AGENT = "agent";

  /** The fleet of a system that names none. */
  static final String FLEET = "default";

  private LocalTokens() {}

  /**
   * Makes what is missing and answers what its operator should know.
   *
   * @throws ConfigException when a file that is there holds no token or no principals
   */
  static List<String> prepare(Path home, HttpSection http) throws IOException {
    List<String> news = new ArrayList<>();
    if (!http.auth().equals("token")) {
      return news;
    }
    Path operator = home.resolve(http.tokenFile());
    Path first = home.resolve("token");
    if (Files.notExists(operator) && Files.exists(first)) {
      OwnerOnlyFile.create(operator, Files.readString(first, StandardCharsets.US_ASCII));
      news.add(
          "the token in "
              + first
              + " is the operator's from now on and also in "
              + operator
              + "; give agents the one in "
              + DataDirectory.token(home, AGENT));
    }
    String principals = http.principals();
    if (principals != null) {
      agent(home.resolve(principals), DataDirectory.token(home, AGENT), news);
    }
    return news;
  }

  private static void agent(Path principals, Path file, List<String> news) throws IOException {
    if (Files.exists(file)) {
      String known = digest(file);
      boolean letsIn =
          Principals.read(principals).principals().stream()
              .flatMap(entry -> entry.tokens().stream())
              .anyMatch(token -> token.sha256().equals(known));
      if (!letsIn) {
        news.add(
            "the token in "
                + file
                + " was revoked; delete the file to have a new one made at the next start");
      }
      return;
    }
    String text = BearerToken.random();
    List<Principals.Token> token = List.of(Principals.Token.of(BearerToken.of(text), null));
    Principals.Entry first =
        new Principals.Entry(AGENT, List.of(Role.SUBMIT.text()), List.of(FLEET), token);
    Principals.edit(
        principals,
        all ->
            all.without(AGENT)
                .with(all.named(AGENT).map(entry -> entry.with(token)).orElse(first)));
    OwnerOnlyFile.create(file, text + "\n");
  }

  private static String digest(Path file) throws IOException {
    try {
      return BearerToken.loadOrCreate(file).sha256();
    } catch (IllegalArgumentException e) {
      throw new ConfigException("the token file " + file + ": " + e.getMessage());
    }
  }
}
