package dev.assay.cli.host;

import dev.assay.cli.Choice;
import dev.assay.cli.CommandException;
import dev.assay.cli.ExitCode;
import dev.assay.cli.Output;
import dev.assay.http.BearerToken;
import dev.assay.http.Principal;
import dev.assay.http.Principals;
import dev.assay.http.Role;
import dev.assay.schemas.RejectedException;
import dev.assay.schemas.Times;
import dev.assay.schemas.json.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes, lists and revokes tokens of principals; a running system follows at once. */
@Command(
    name = "tokens",
    description = {
      "Make, list and revoke the tokens that let principals in. Only their SHA-256 is kept, in the",
      "file http.principals of the configuration; running services follow its changes."
    },
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
    footerHeading = "%nExit codes: ",
    footer = "0 done, 3 error",
    subcommands = {
      TokensCommand.Create.class,
      TokensCommand.Listing.class,
      TokensCommand.Revoke.class
    })
public final class TokensCommand implements Runnable {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** Which file of principals. */
  static final class Where {

    @Option(
        names = "--data-dir",
        paramLabel = "DIR",
        description = "the embedded system (default: $ASSAY_DATA_DIR or ~/.assay)")
    private @Nullable Path dataDirectory;

    @Option(
        names = "--config",
        paramLabel = "FILE",
        description = "YAML configuration of a fleet's services, in place of --data-dir")
    private @Nullable Path configFile;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    Path file() {
      Path home =
          configFile != null
              ? SystemConfig.home(configFile)
              : dataDirectory != null ? dataDirectory : DataDirectory.standard();
      SystemConfig config =
          configFile != null
              ? SystemConfig.read(configFile, System.getenv())
              : DataDirectory.config(home, null, System.getenv());
      String principals = config.http().principals();
      if (principals == null) {
        throw new CommandException(
            "CONFIGURATION",
            "expected http.principals in " + configFile + ", found none; name a file there");
      }
      return home.toAbsolutePath().normalize().resolve(principals);
    }
  }

  /** {@code assay tokens create}. */
  @Command(
      name = "create",
      description = {
        "Make a token and print it, this once. A second token for a principal that is there joins",
        "the first, so that one can follow the other without a gap."
      },
      mixinStandardHelpOptions = true,
      exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
      footerHeading = "%nExit codes: ",
      footer = "0 made, 3 error")
  static final class Create implements Callable<Integer> {

    private static final int FRESH_ID_CHARS = 8;

    @Spec private CommandSpec spec = CommandSpec.create();
    @Mixin private Where where = new Where();

    @Option(
        names = "--role",
        required = true,
        paramLabel = "ROLE",
        completionCandidates = Roles.class,
        description = "submit, evidence, approve, audit or operate; repeatable")
    private List<String> roles = List.of();

    @Option(
        names = "--fleet",
        paramLabel = "ID",
        description =
            "a fleet that it acts for; repeatable (default: default; for audit and operate all)")
    private List<String> fleets = List.of();

    @Option(
        names = "--id",
        paramLabel = "ID",
        description = "its name in records and answers (default: the first role and a number)")
    private @Nullable String id;

    @Option(
        names = "--not-after",
        paramLabel = "TIME",
        description = "when the token stops to work, in RFC 3339 (default: when it is revoked)")
    private @Nullable String notAfter;

    @Override
    public Integer call() throws IOException {
      String text = BearerToken.random();
      BearerToken token = BearerToken.of(text);
      Principals.Entry entry;
      try {
        entry =
            new Principals.Entry(
                Objects.requireNonNullElseGet(
                    id, () -> roles.getFirst() + "-" + token.sha256().substring(0, FRESH_ID_CHARS)),
                roles,
                fleets.isEmpty() && !everywhere() ? List.of(LocalTokens.FLEET) : fleets,
                List.of(Principals.Token.of(token, until())));
        Principals.edit(where.file(), all -> all.with(entry));
      } catch (RejectedException e) {
        throw new CommandException(e.rejection().code().name(), e.rejection().detail());
      }
      PrintWriter out = spec.commandLine().getOut();
      if (where.json) {
        Map<String, Object> members = members(entry, entry.tokens().getFirst());
        members.put("token", text);
        Output.json(out, Json.toTree(members));
      } else {
        out.println(text);
        out.flush();
        PrintWriter err = spec.commandLine().getErr();
        err.println("principal " + entry.id() + "; the token is shown this once");
        err.flush();
      }
      return ExitCode.OK;
    }

    private boolean everywhere() {
      return roles.stream().allMatch(role -> Role.of(role).filter(Role::everywhere).isPresent());
    }

    private @Nullable Instant until() {
      try {
        return notAfter == null ? null : Times.instant(notAfter);
      } catch (DateTimeException _) {
        throw new CommandException(
            "USAGE", "expected an RFC 3339 time in --not-after, found " + notAfter);
      }
    }
  }

  /** {@code assay tokens list}. */
  @Command(
      name = "list",
      description = "Show the principals and what is kept of their tokens.",
      mixinStandardHelpOptions = true,
      exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
      footerHeading = "%nExit codes: ",
      footer = "0 done, 3 error")
  static final class Listing implements Callable<Integer> {

    @Spec private CommandSpec spec = CommandSpec.create();
    @Mixin private Where where = new Where();

    @Override
    public Integer call() throws IOException {
      List<Map<String, Object>> tokens = new ArrayList<>();
      List<List<String>> rows = new ArrayList<>();
      for (Principals.Entry entry : Principals.read(where.file()).principals()) {
        List<String> fleets = entry.fleets();
        for (Principals.Token token : entry.tokens()) {
          tokens.add(members(entry, token));
          rows.add(
              List.of(
                  token.id(),
                  entry.id(),
                  String.join(",", entry.roles()),
                  fleets == null ? "all" : String.join(",", fleets),
                  token.created(),
                  Objects.requireNonNullElse(token.notAfter(), "no end")));
        }
      }
      PrintWriter out = spec.commandLine().getOut();
      if (where.json) {
        Output.json(out, Json.toTree(Map.of("tokens", tokens)));
      } else {
        Output.table(
            out, List.of("TOKEN", "PRINCIPAL", "ROLES", "FLEETS", "CREATED", "UNTIL"), rows);
      }
      return ExitCode.OK;
    }
  }

  /** {@code assay tokens revoke}. */
  @Command(
      name = "revoke",
      description = "Let nobody in any more with a token, or with any token of a principal.",
      mixinStandardHelpOptions = true,
      exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
      footerHeading = "%nExit codes: ",
      footer = "0 revoked, 3 error")
  static final class Revoke implements Callable<Integer> {

    @Spec private CommandSpec spec = CommandSpec.create();
    @Mixin private Where where = new Where();

    @Parameters(
        paramLabel = "NAME",
        description = "a token or a principal out of assay tokens list")
    private String name = "";

    @Override
    public Integer call() throws IOException {
      Principals.edit(
          where.file(),
          all -> {
            Principals left = all.without(name);
            if (left.equals(all)) {
              throw new CommandException(
                  "NOT_FOUND",
                  "expected a token or a principal out of assay tokens list, found "
                      + name
                      + (name.equals(Principal.OPERATOR)
                          ? "; the operator's token is the file http.tokenFile: delete it and start"
                              + " again to have a new one"
                          : ""));
            }
            return left;
          });
      PrintWriter out = spec.commandLine().getOut();
      if (where.json) {
        Output.json(out, Json.toTree(Map.of("revoked", name)));
      } else {
        out.println("revoked " + name);
        out.flush();
      }
      return ExitCode.OK;
    }
  }

  private static Map<String, Object> members(Principals.Entry entry, Principals.Token token) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("id", token.id());
    members.put("principal", entry.id());
    members.put("roles", entry.roles());
    members.put("fleets", entry.fleets());
    members.put("sha256", token.sha256());
    members.put("created", token.created());
    members.put("notAfter", token.notAfter());
    return members;
  }

  /** What shells complete. */
  private static final class Roles extends Choice {
    @Override
    protected List<String> values() {
      return words(Role.values());
    }
  }
}
