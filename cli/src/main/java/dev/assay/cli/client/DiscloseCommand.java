package dev.assay.cli.client;

import dev.assay.cli.Choice;
import dev.assay.cli.CommandException;
import dev.assay.cli.ExitCode;
import dev.assay.cli.Output;
import dev.assay.core.redaction.DisclosureDocument;
import dev.assay.core.redaction.RedactionLimits;
import dev.assay.core.sign.RejectedInputException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code assay attestations disclose}. */
@Command(
    name = "disclose",
    description = {
      "Write some fields of the report, or of the agent's claim, that an attestation is about, with",
      "what it takes to check them against the attestation; other fields are withheld."
    },
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
    footerHeading = "%nExit codes: ",
    footer = "0 written, 3 operational error")
final class DiscloseCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ClientOptions client = new ClientOptions();

  @Parameters(paramLabel = "ID", description = "the attestation, or the beginning of its id")
  private String id = "";

  @Option(
      names = "--of",
      paramLabel = "KIND",
      completionCandidates = Kinds.class,
      description = "report or claim (default: report)")
  private String of = "report";

  @Option(
      names = "--field",
      paramLabel = "NAME",
      description = "show this field; may be given again (default: none is shown)")
  private List<String> fields = List.of();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "write it to this file (default: standard output)")
  private @Nullable Path file;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Map<String, @Nullable String> asked = new LinkedHashMap<>();
    asked.put("of", of);
    asked.put("fields", fields.isEmpty() ? null : String.join(",", fields));
    PrintWriter out = spec.commandLine().getOut();
    try (ApiClient api = client.open()) {
      String whole = AttestationIds.whole(api, id);
      byte[] document =
          api.bytes(
              AttestationFiles.path(whole) + "/disclosure" + ApiClient.query(asked),
              "application/json",
              RedactionLimits.DOCUMENT_BYTES_MAX);
      try {
        var _ = DisclosureDocument.parse(document);
      } catch (RejectedInputException e) {
        throw new CommandException("INVALID_ANSWER", String.valueOf(e.getMessage()));
      }
      Path written = file;
      if (written == null) {
        out.println(new String(document, StandardCharsets.UTF_8));
      } else {
        Files.write(written, document);
        out.println(
            client.json()
                ? Output.compact(Map.of("id", whole, "of", of, "file", written.toString()))
                : "written to " + written);
      }
      out.flush();
      return ExitCode.OK;
    }
  }

  /** What shells complete. */
  private static final class Kinds extends Choice {
    @Override
    protected List<String> values() {
      return List.of("report", "claim");
    }
  }
}
