package dev.assay.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import dev.assay.cli.CommandException;
import dev.assay.cli.ExitCode;
import dev.assay.cli.Output;
import dev.assay.core.export.SigstoreTrustedRoot;
import dev.assay.core.log.NoteKey;
import dev.assay.schemas.Times;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows the public keys of the running system. */
@Command(
    name = "keys",
    description = "Show the public keys that attestations and checkpoints are signed with.",
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
    footerHeading = "%nExit codes: ",
    footer = "0 done, 3 operational error")
public final class KeysCommand implements Callable<Integer> {

  private static final Map<String, JsonNodeType> KEY =
      Map.of(
          "use", JsonNodeType.STRING,
          "algorithm", JsonNodeType.STRING,
          "keyid", JsonNodeType.STRING,
          "notBefore", JsonNodeType.STRING);

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ClientOptions client = new ClientOptions();

  @Option(names = "--trusted-root", description = "print the log's key as a Sigstore trusted root")
  private boolean trustedRoot;

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    try (ApiClient api = client.open()) {
      JsonNode keys = api.list("/v1/keys", "keys", KEY);
      if (trustedRoot) {
        out.println(new String(trustedRoot(keys), StandardCharsets.UTF_8));
        out.flush();
        return ExitCode.OK;
      }
      if (client.json()) {
        Output.json(out, keys);
        return ExitCode.OK;
      }
      List<List<String>> rows = new ArrayList<>();
      for (JsonNode key : keys.path("keys")) {
        rows.add(
            List.of(
                key.path("use").asText(),
                key.path("algorithm").asText(),
                Output.shortId(key.path("keyid").asText()),
                key.path("notBefore").asText(),
                key.path("notAfter").asText("in use")));
      }
      Output.table(out, List.of("USE", "ALGORITHM", "KEY ID", "NOT BEFORE", "NOT AFTER"), rows);
      for (JsonNode key : keys.path("keys")) {
        if (key.path("vkey").isTextual()) {
          out.println("vkey  " + key.path("vkey").asText());
        }
      }
      out.flush();
      return ExitCode.OK;
    }
  }

  private static byte[] trustedRoot(JsonNode keys) {
    for (JsonNode key : keys.path("keys")) {
      if (key.path("vkey").isTextual()) {
        return SigstoreTrustedRoot.of(
            NoteKey.parse(key.path("vkey").asText()),
            Times.instant(key.path("notBefore").asText()));
      }
    }
    throw new CommandException(
        "INVALID_ANSWER",
        "expected a key that signs checkpoints, found none, in the answer to /v1/keys");
  }
}
