package dev.assay.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import dev.assay.cli.ExitCode;
import dev.assay.cli.Output;
import dev.assay.core.verify.OfflineCheck;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists, shows, verifies, exports and discloses attestations. */
@Command(
    name = "attestations",
    description = "List, show, verify, export and disclose attestations.",
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
    subcommands = {
      AttestationsCommand.ListCommand.class,
      AttestationsCommand.ShowCommand.class,
      VerifyAttestationCommand.class,
      ExportCommand.class,
      DiscloseCommand.class
    },
    footerHeading = "%nExit codes: ",
    footer = "0 done or verified, 1 not verified, 3 operational error")
public final class AttestationsCommand implements Runnable {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "expected list, show, verify, export or disclose, found none");
  }

  /** {@code assay attestations list}. */
  @Command(
      name = "list",
      description = "List attestations.",
      mixinStandardHelpOptions = true,
      exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
      footerHeading = "%nExit codes: ",
      footer = "0 done, 3 operational error")
  static final class ListCommand implements Callable<Integer> {

    @Spec private CommandSpec spec = CommandSpec.create();
    @Mixin private ClientOptions client = new ClientOptions();
    @Mixin private FilterOptions filter = new FilterOptions();

    private static final Map<String, JsonNodeType> LISTED =
        Map.of(
            "id", JsonNodeType.STRING,
            "logIndex", JsonNodeType.NUMBER,
            "workItem", JsonNodeType.STRING,
            "result", JsonNodeType.STRING,
            "time", JsonNodeType.STRING);

    @Option(
        names = "--work-item",
        paramLabel = "ID",
        description = "only this work item, or the one that it begins")
    private @Nullable String workItem;

    @Option(names = "--artifact", paramLabel = "SHA256", description = "only about this artifact")
    private @Nullable String artifact;

    @Option(names = "--verifier", paramLabel = "TYPE", description = "only by this verifier")
    private @Nullable String verifier;

    @Option(
        names = "--result",
        paramLabel = "RESULT",
        completionCandidates = Choices.Results.class,
        description = "only with this result")
    private @Nullable String result;

    @Option(
        names = "--basis",
        paramLabel = "BASIS",
        completionCandidates = Choices.Bases.class,
        description = "only known like this: CLAIMED, WITNESSED, OBSERVED or REEXECUTED")
    private @Nullable String basis;

    @Option(names = "--fleet", paramLabel = "ID", description = "only about work of this fleet")
    private @Nullable String fleet;

    @Option(names = "--commit", paramLabel = "COMMIT", description = "only about this commit")
    private @Nullable String commit;

    @Option(names = "--signature", paramLabel = "ID", description = "only with this failure")
    private @Nullable String signature;

    @Option(
        names = "--hyperthesis",
        paramLabel = "WHY",
        completionCandidates = Choices.Reasons.class,
        description =
            "only those that say they could not see something for this reason: MISSING_DATA, "
                + "MISSING_TOOL, PERMISSION, COST, SEMANTICS or ADVERSARY")
    private @Nullable String hyperthesis;

    @Option(
        names = "--file",
        paramLabel = "PATH",
        description = "only with a failure in this file: its path, or an end of it behind a slash")
    private @Nullable String file;

    @Option(names = "--until", paramLabel = "TIME", description = "only before this RFC 3339 time")
    private @Nullable String until;

    @Override
    public Integer call() throws IOException, InterruptedException {
      Map<String, @Nullable String> members = new LinkedHashMap<>();
      members.put("artifact", artifact);
      members.put("verifier", verifier);
      members.put("result", result);
      members.put("basis", basis);
      members.put("fleet", fleet);
      members.put("commit", commit);
      members.put("signature", signature);
      members.put("hyperthesis", hyperthesis);
      members.put("file", file);
      members.put("until", until);
      filter.addTo(members);
      PrintWriter out = spec.commandLine().getOut();
      try (ApiClient api = client.open()) {
        members.put("workItem", WorkItemIds.filter(api, workItem));
        JsonNode page = api.list("/v1/attestations" + ApiClient.query(members), "items", LISTED);
        client.print(out, page, ListCommand::table);
        return ExitCode.OK;
      }
    }

    private static void table(PrintWriter out, JsonNode page) {
      List<List<String>> rows = new ArrayList<>();
      for (JsonNode item : page.path("items")) {
        rows.add(
            List.of(
                item.path("logIndex").asText(),
                item.path("workItem").asText(),
                item.path("verifier").asText("-"),
                item.path("result").asText(),
                item.path("basis").asText("-"),
                item.path("time").asText(),
                item.path("id").asText()));
      }
      Output.table(
          out, List.of("INDEX", "WORK ITEM", "VERIFIER", "RESULT", "BASIS", "TIME", "ID"), rows);
      PageOptions.more(out, page);
    }
  }

  /** {@code assay attestations show}. */
  @Command(
      name = "show",
      description =
          "Show the statement of an attestation; with --save, keep envelope, proof and keys.",
      mixinStandardHelpOptions = true,
      exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
      footerHeading = "%nExit codes: ",
      footer = "0 done, 3 operational error")
  static final class ShowCommand implements Callable<Integer> {

    @Spec private CommandSpec spec = CommandSpec.create();
    @Mixin private ClientOptions client = new ClientOptions();

    @Parameters(paramLabel = "ID", description = "the attestation, or the beginning of its id")
    private String id = "";

    @Option(
        names = "--save",
        paramLabel = "DIR",
        description =
            "write envelope.json, proof.txt and keys.json there, for offline verification")
    private @Nullable Path directory;

    @Override
    public Integer call() throws IOException, InterruptedException {
      PrintWriter out = spec.commandLine().getOut();
      try (ApiClient api = client.open()) {
        String whole = AttestationIds.whole(api, id);
        String envelope = api.text(AttestationFiles.path(whole), ApiClient.ENVELOPE);
        if (directory != null) {
          Files.createDirectories(directory);
          Files.writeString(directory.resolve("envelope.json"), envelope);
          Files.writeString(
              directory.resolve("proof.txt"), api.text(AttestationFiles.path(whole) + "/proof"));
          Files.writeString(directory.resolve("keys.json"), api.text("/v1/keys", ApiClient.KEYS));
          out.println(
              client.json()
                  ? Output.compact(Map.of("id", whole, "saved", directory.toString()))
                  : "saved to " + directory);
        } else if (client.json()) {
          out.println(envelope);
        } else {
          Output.json(out, OfflineCheck.statement(envelope));
        }
        out.flush();
        return ExitCode.OK;
      }
    }
  }
}
