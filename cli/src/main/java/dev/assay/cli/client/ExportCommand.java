package dev.assay.cli.client;

import dev.assay.cli.CommandException;
import dev.assay.cli.ExitCode;
import dev.assay.cli.Output;
import dev.assay.core.export.AttestationFormat;
import dev.assay.core.export.SigstoreBundle;
import dev.assay.core.export.StatementViews;
import dev.assay.core.log.Checkpoint;
import dev.assay.core.log.NoteKey;
import dev.assay.core.log.SignedNote;
import dev.assay.core.log.TlogProof;
import dev.assay.core.sign.Envelope;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.core.verify.OfflineCheck;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.store.receipt.CoseReceipt;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code assay attestations export}: verifies an attestation and makes the wanted form of it here,
 * so that the server is trusted with neither.
 */
@Command(
    name = "export",
    description = {
      "Verify an attestation and write it in a format that others read. What is made from it is",
      "made here, of what was verified; test-result, svr and vsa are signed by nobody and cite it."
    },
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
    footerHeading = "%nExit codes: ",
    footer = "0 written, 1 not verified, 3 operational error")
final class ExportCommand implements Callable<Integer> {

  /** Longest receipt that is read: a signature, a path and names. */
  private static final int RECEIPT_BYTES_MAX = 64 << 10;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ClientOptions client = new ClientOptions();

  @Parameters(paramLabel = "ID", description = "the attestation, or the beginning of its id")
  private String id = "";

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      completionCandidates = Choices.Formats.class,
      required = true,
      description =
          "dsse, statement, test-result, svr, vsa, tlog-proof, sigstore-bundle or cose-receipt"
              + " (with --out)")
  private String format = "";

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "write it to this file (default: standard output)")
  private @Nullable Path file;

  @Option(
      names = "--keys",
      paramLabel = "FILE",
      description = "a keys document to trust instead of the one that the system names")
  private @Nullable Path keysFile;

  @Override
  public Integer call() throws IOException, InterruptedException {
    AttestationFormat wanted =
        AttestationFormat.named(format)
            .orElseThrow(() ->
                new CommandException(
                    "USAGE",
                    "expected --format to be one of "
                        + AttestationFormat.names()
                        + ", found '"
                        + Output.plain(format)
                        + "'"));
    if (wanted == AttestationFormat.COSE_RECEIPT && file == null) {
      throw new CommandException("USAGE", "expected --out with cose-receipt, which is no text");
    }
    try (ApiClient api = client.open()) {
      AttestationFiles files =
          AttestationFiles.fetched(api, AttestationIds.whole(api, id), keysFile);
      if (!verified(files)) {
        return ExitCode.NEGATIVE;
      }
      StatementViews views = new StatementViews(statement(files));
      Map<String, Long> inputs = new HashMap<>();
      for (String input : wanted == AttestationFormat.VSA ? views.inputs() : List.<String>of()) {
        AttestationFiles cited = AttestationFiles.fetched(api, input, files.keys());
        if (!verified(cited)) {
          return ExitCode.NEGATIVE;
        }
        inputs.put(input, TlogProof.parse(cited.proof()).index());
      }
      write(
          document(wanted, files, views, inputs, api)
              .orElseThrow(() ->
                  new CommandException(
                      ErrorCode.NOT_ACCEPTABLE.name(),
                      "expected an attestation that has the form "
                          + wanted.wire()
                          + ", found one that has not; see docs/formats.md")));
      return ExitCode.OK;
    }
  }

  private boolean verified(AttestationFiles files) {
    OfflineCheck.Outcome outcome = files.check();
    if (!outcome.verified()) {
      PrintWriter err = spec.commandLine().getErr();
      outcome.checks().forEach(check -> err.println(check.line()));
      err.println("NOT VERIFIED " + files.id());
      err.flush();
    }
    return outcome.verified();
  }

  private static Optional<byte[]> document(
      AttestationFormat wanted,
      AttestationFiles files,
      StatementViews views,
      Map<String, Long> inputs,
      ApiClient api)
      throws IOException, InterruptedException {
    return switch (wanted) {
      case DSSE -> Optional.of(files.envelope().getBytes(StandardCharsets.UTF_8));
      case STATEMENT -> Optional.of(statement(files));
      case TEST_RESULT -> views.testResult();
      case SVR -> views.svr();
      case VSA -> views.vsa(origin(files), input -> index(inputs.get(input)));
      case TLOG_PROOF -> Optional.of(files.proof().getBytes(StandardCharsets.UTF_8));
      case SIGSTORE_BUNDLE -> SigstoreBundle.of(envelope(files));
      case COSE_RECEIPT -> receipt(files, api);
    };
  }

  /** The receipt that the log signs on demand, when it proves the statement under a trusted key. */
  private static Optional<byte[]> receipt(AttestationFiles files, ApiClient api)
      throws IOException, InterruptedException {
    byte[] statement = statement(files);
    byte[] receipt =
        api.bytes(
            AttestationFiles.path(Digests.sha256Hex(statement)),
            AttestationFormat.COSE_RECEIPT.mediaType(),
            RECEIPT_BYTES_MAX);
    String why = "expected a checkpoint key, found none";
    for (NoteKey key : LogKeys.of(files.keys())) {
      try {
        var _ = CoseReceipt.requireInclusion(receipt, statement, key);
        return Optional.of(receipt);
      } catch (RejectedInputException e) {
        why = String.valueOf(e.getMessage());
      }
    }
    throw new CommandException("INVALID_ANSWER", why + ", in the receipt");
  }

  private static OptionalLong index(@Nullable Long index) {
    return index == null ? OptionalLong.empty() : OptionalLong.of(index);
  }

  private static byte[] statement(AttestationFiles files) {
    return envelope(files).payload();
  }

  private static Envelope envelope(AttestationFiles files) {
    return Envelope.parse(files.envelope().getBytes(StandardCharsets.UTF_8));
  }

  private static String origin(AttestationFiles files) {
    String note = TlogProof.parse(files.proof()).checkpoint();
    return Checkpoint.parse(SignedNote.parse(note).text()).origin();
  }

  private void write(byte[] document) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (file == null) {
      out.print(new String(document, StandardCharsets.UTF_8));
    } else {
      Files.write(file, document);
      out.println(
          client.json()
              ? Output.compact(Map.of("id", id, "format", format, "file", file.toString()))
              : "written to " + file);
    }
    out.flush();
  }
}
