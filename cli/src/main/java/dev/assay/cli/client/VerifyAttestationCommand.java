package dev.assay.cli.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.ExitCode;
import dev.assay.cli.Output;
import dev.assay.core.log.TlogPolicy;
import dev.assay.core.verify.OfflineCheck;
import dev.assay.schemas.json.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code assay attestations verify}. */
@Command(
    name = "verify",
    description = {
      "Verify an attestation: signature, id, inclusion in the log, checkpoint, and with --policy",
      "that log witnesses cosigned it. With a directory of show --save nothing is asked of the",
      "network; else a checkpoint that is not cosigned yet is waited for, up to 15 seconds."
    },
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
    footerHeading = "%nExit codes: ",
    footer = "0 verified, 1 not verified, 3 operational error")
final class VerifyAttestationCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ClientOptions client = new ClientOptions();

  @Parameters(paramLabel = "ID|DIR", description = "an id, its beginning, or a saved directory")
  private String subject = "";

  @Option(
      names = "--envelope",
      paramLabel = "FILE",
      description = "the DSSE envelope (default: of DIR, else the system's)")
  private @Nullable Path envelopeFile;

  @Option(
      names = "--proof",
      paramLabel = "FILE",
      description = "the C2SP tlog-proof (default: of DIR, else the system's)")
  private @Nullable Path proofFile;

  @Option(
      names = "--keys",
      paramLabel = "FILE",
      description = "the keys document (default: of DIR, else the system's)")
  private @Nullable Path keysFile;

  @Option(
      names = "--mirror",
      paramLabel = "DIR",
      description =
          "prove it with this copy of the log (assay log mirror) and not with the log's own proof, "
              + "of which only the position is used")
  private @Nullable Path mirror;

  @Option(
      names = "--disclosure",
      paramLabel = "FILE",
      description =
          "check this disclosure (assay attestations disclose) against the attestation, and show "
              + "the fields that it shows")
  private @Nullable Path disclosureFile;

  @Mixin private PolicyOption policy = new PolicyOption();

  /** Times that a proof is asked for until its checkpoint is cosigned, a second apart. */
  private static final int COSIGNED_TRIES_MAX = 15;

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    Optional<TlogPolicy> believed = policy.read();
    Path copy = mirror;
    AttestationFiles given = files(copy == null ? believed : Optional.empty());
    AttestationFiles files = copy == null ? given : given.provedBy(copy);
    OfflineCheck.Outcome checked = files.check();
    OfflineCheck.Outcome witnessed =
        believed
            .map(each -> checked.with(OfflineCheck.witnesses(files.proof(), each)))
            .orElse(checked);
    Path disclosure = disclosureFile;
    DisclosureCheck disclosed = disclosure == null ? null : DisclosureCheck.of(disclosure, files);
    OfflineCheck.Outcome outcome =
        disclosed == null ? witnessed : witnessed.with(disclosed.check());
    print(out, outcome, disclosed);
    out.flush();
    return outcome.verified() ? ExitCode.OK : ExitCode.NEGATIVE;
  }

  /** Fields are shown of what was verified as a whole. */
  private void print(
      PrintWriter out, OfflineCheck.Outcome outcome, @Nullable DisclosureCheck disclosed) {
    if (client.json()) {
      ObjectNode document = Json.toTree(outcome).deepCopy();
      if (disclosed != null && outcome.verified()) {
        document.set("disclosed", disclosed.fields());
      }
      out.println(Output.compact(document));
      return;
    }
    outcome.checks().forEach(check -> out.println(check.line()));
    if (disclosed != null && outcome.verified()) {
      disclosed.print(out);
    }
    out.println(outcome.verified() ? "verified " + outcome.id() : "NOT VERIFIED");
  }

  private AttestationFiles files(Optional<TlogPolicy> believed)
      throws IOException, InterruptedException {
    Path directory = Path.of(subject);
    if (Files.isDirectory(directory)) {
      return AttestationFiles.saved(directory, envelopeFile, proofFile, keysFile);
    }
    try (ApiClient api = client.open()) {
      String id = AttestationFiles.id(api, subject);
      AttestationFiles files =
          AttestationFiles.fetched(api, id, keysFile).with(envelopeFile, proofFile);
      int tries = proofFile == null ? COSIGNED_TRIES_MAX : 1;
      for (int i = 1; i < tries && !cosigned(files, believed); i++) {
        Thread.sleep(Duration.ofSeconds(1));
        files = files.again(api, id);
      }
      return files;
    }
  }

  private static boolean cosigned(AttestationFiles files, Optional<TlogPolicy> believed) {
    return believed.isEmpty() || OfflineCheck.witnesses(files.proof(), believed.get()).holds();
  }
}
