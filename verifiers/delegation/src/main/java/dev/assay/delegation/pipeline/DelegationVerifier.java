package dev.assay.delegation.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.delegation.BrokenVerifierException;
import dev.assay.delegation.DelegationJson;
import dev.assay.delegation.DelegationLimits;
import dev.assay.delegation.DelegationResult;
import dev.assay.delegation.Verification;
import dev.assay.delegation.hook.Hook;
import dev.assay.delegation.hook.HookFormatException;
import dev.assay.delegation.hook.HookedVerification;
import dev.assay.delegation.hook.Hooks;
import dev.assay.delegation.script.InlineVerifier;
import dev.assay.delegation.vocabulary.ScriptGrants;
import dev.assay.delegation.vocabulary.Vocabulary;
import dev.assay.egress.AllowedHost;
import dev.assay.egress.EgressPolicy;
import dev.assay.schemas.Digests;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.verifier.Finding;
import dev.assay.verifier.NotAllowedHereException;
import dev.assay.verifier.VerificationScope;
import dev.assay.verifier.Verifier;
import dev.assay.verifier.VerifierInfo;
import dev.assay.workspace.Extraction;
import dev.assay.workspace.Extraction.Refusal;
import dev.assay.workspace.WorkspaceLimits;
import dev.assay.workspace.Workspaces;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The verifier type {@code delegation}: judges one attempt's result with the scripts and hooks that
 * the policy names by their content. A failed verdict is a FAIL, which the director answers with
 * the retry prompt; a broken verifier is INCONCLUSIVE.
 *
 * <p>What was run is attested as the finding's command digest; the verdict and the result as the
 * hooks left it are stored as the finding's details.
 */
public final class DelegationVerifier implements Verifier {

  /** The verifier's type. */
  public static final String TYPE = "delegation";

  static final VerifierInfo INFO =
      new VerifierInfo(
              TYPE,
              "3",
              VerifierInfo.Pace.LONG,
              Set.of(ArtifactRole.DELEGATION_RESULT),
              Set.of(ArtifactRole.WORKSPACE))
          .with(EvidenceBasis.OBSERVED, Set.of());

  private final DelegationGrants grants;
  private final InstantSource clock;

  /** A verifier with what {@code grants} allow. */
  public DelegationVerifier(DelegationGrants grants, InstantSource clock) {
    this.grants = grants;
    this.clock = clock;
  }

  @Override
  public VerifierInfo info() {
    return INFO;
  }

  /** What the request asks for and the worker cannot or will not give. */
  private static final class UnmetException extends Exception {
    @java.io.Serial private static final long serialVersionUID = 1L;

    private final Hyperthesis.Why why;
    private final @Nullable Refusal refusal;

    UnmetException(String problem, Hyperthesis.Why why) {
      this(problem, why, null);
    }

    UnmetException(String problem, Hyperthesis.Why why, @Nullable Refusal refusal) {
      super(problem);
      this.why = why;
      this.refusal = refusal;
    }
  }

  @Override
  public Finding verify(VerificationRequest request, VerificationScope scope)
      throws IOException, InterruptedException {
    ArtifactRef artifact = request.artifacts().getFirst();
    DelegationConfig config = DelegationConfig.parse(request.config());
    DelegationResult result;
    try {
      result =
          DelegationResult.of(
              DelegationJson.parse(
                  bytes(artifact.sha256(), DelegationLimits.LINE_BYTES_MAX, scope)));
    } catch (IllegalArgumentException e) {
      return DelegationFinding.invalid(String.valueOf(e.getMessage()), artifact)
          .withBasis(EvidenceBasis.CLAIMED);
    }
    return judged(result, config, request, scope)
        .withExecution(config.commandDigest(), null, "starlark");
  }

  private Finding judged(
      DelegationResult result,
      DelegationConfig config,
      VerificationRequest request,
      VerificationScope scope)
      throws IOException, InterruptedException {
    ArtifactRef artifact = request.artifacts().getFirst();
    try {
      Vocabulary vocabulary = vocabulary(config, request, scope);
      HookedVerification verification = verification(config, vocabulary, scope);
      if (!verification.enabled()) {
        throw new UnmetException(
            "no script and no delegation.post_verify hook is named", Hyperthesis.Why.MISSING_TOOL);
      }
      Verification.Judged judged = verification.judge(result);
      if (judged.checks() == 0) {
        throw new UnmetException(
            "no check ran: every script is empty, and no delegation.post_verify hook decided",
            Hyperthesis.Why.MISSING_TOOL);
      }
      return DelegationFinding.of(judged.outcome(), artifact)
          .withDetails(stored(judged, request, scope))
          .withBasis(basis(vocabulary, config));
    } catch (BrokenVerifierException e) {
      return DelegationFinding.broken(
          e.what() + ": " + e.getMessage(), Hyperthesis.Why.MISSING_TOOL, artifact);
    } catch (HookFormatException e) {
      return DelegationFinding.broken(
          String.valueOf(e.getMessage()), Hyperthesis.Why.MISSING_TOOL, artifact);
    } catch (UnmetException e) {
      Finding unmet = DelegationFinding.broken(String.valueOf(e.getMessage()), e.why, artifact);
      return e.refusal == null ? unmet : unmet.withSignature(e.refusal.signature());
    }
  }

  /** What the scripts read of the result and its workspace, the judged party brought along. */
  private EvidenceBasis basis(Vocabulary vocabulary, DelegationConfig config) {
    boolean observed =
        vocabulary.hasAsked()
            || config.roots().stream()
                .map(grants.roots()::get)
                .filter(Objects::nonNull)
                .anyMatch(root -> vocabulary.hasLookedAt(Path.of(root)));
    return observed ? EvidenceBasis.OBSERVED : EvidenceBasis.CLAIMED;
  }

  private HookedVerification verification(
      DelegationConfig config, Vocabulary vocabulary, VerificationScope scope)
      throws IOException, UnmetException, HookFormatException {
    String script = config.script();
    Optional<InlineVerifier> inline =
        script == null
            ? Optional.empty()
            : Optional.of(new InlineVerifier(source(script, scope), vocabulary));
    List<Hook> hooks = new ArrayList<>();
    for (String digest : config.hooks()) {
      String name = digest.substring(0, 12);
      hooks.add(Hook.parse(digest, name, source(digest, scope)));
    }
    return new HookedVerification(inline, Hooks.load(hooks, vocabulary, _ -> {}));
  }

  private Vocabulary vocabulary(
      DelegationConfig config, VerificationRequest request, VerificationScope scope)
      throws IOException, InterruptedException, UnmetException {
    List<Path> roots = new ArrayList<>();
    List<ArtifactRef> workspaces =
        request.artifacts().stream().filter(a -> a.role() == ArtifactRole.WORKSPACE).toList();
    if (workspaces.size() > 1) {
      throw new UnmetException(
          "expected one workspace, found " + workspaces.size() + "; attach them as one",
          Hyperthesis.Why.ADVERSARY,
          Refusal.TOO_MANY_WORKSPACES);
    }
    for (ArtifactRef workspace : workspaces) {
      roots.add(unpacked(workspace, scope));
    }
    for (String name : config.roots()) {
      String root = grants.roots().get(name);
      if (root == null) {
        throw new NotAllowedHereException(
            "a named root is none of worker.verifiers.delegation.roots of this worker");
      }
      if (!Files.isDirectory(Path.of(root))) {
        throw new UnmetException(
            "a named root is no directory of this worker", Hyperthesis.Why.MISSING_TOOL);
      }
      roots.add(Path.of(root));
    }
    Map<String, @Nullable Object> args = new LinkedHashMap<>();
    config.args().forEach((name, value) -> args.put(name, DelegationJson.plain(value)));
    return new Vocabulary(
        new ScriptGrants(
            roots,
            roots.isEmpty() ? scope.scratch() : roots.getFirst(),
            new EgressPolicy(hosts(config)),
            Map.of(),
            args,
            _ -> {},
            clock));
  }

  private List<AllowedHost> hosts(DelegationConfig config) {
    List<AllowedHost> hosts = new ArrayList<>();
    for (String host : config.allowHosts()) {
      if (!grants.allowHosts().contains(host)) {
        throw new NotAllowedHereException(
            "a named host is none of worker.verifiers.delegation.allowHosts of this worker");
      }
      hosts.add(AllowedHost.parseDomain(host));
    }
    return hosts;
  }

  private static Path unpacked(ArtifactRef artifact, VerificationScope scope)
      throws IOException, InterruptedException, UnmetException {
    return switch (Workspaces.unpack(artifact, scope, WorkspaceLimits.DEFAULT)) {
      case Extraction.Extracted extracted -> extracted.root();
      case Extraction.Refused(var refusal, var detail) ->
          throw new UnmetException(
              "the workspace was refused, " + refusal + ": " + detail,
              Hyperthesis.Why.ADVERSARY,
              refusal);
    };
  }

  private static String source(String digest, VerificationScope scope)
      throws IOException, UnmetException {
    byte[] bytes = bytes(digest, DelegationLimits.SCRIPT_BYTES_MAX, scope);
    if (bytes.length > DelegationLimits.SCRIPT_BYTES_MAX
        || !Digests.sha256Hex(bytes).equals(digest)) {
      throw new UnmetException(
          "expected a script of at most "
              + DelegationLimits.SCRIPT_BYTES_MAX
              + " bytes with the named digest",
          Hyperthesis.Why.MISSING_TOOL);
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static byte[] bytes(String digest, int bytesMax, VerificationScope scope)
      throws IOException {
    ArtifactRef named =
        new ArtifactRef(ArtifactRole.POLICY_SUBJECT, digest, 0, "application/octet-stream", null);
    try (InputStream in = scope.open(named)) {
      return in.readNBytes(bytesMax + 1);
    }
  }

  private static String stored(
      Verification.Judged judged, VerificationRequest request, VerificationScope scope)
      throws IOException {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("attempt", request.attempt());
    document.put("verified", judged.outcome().verified());
    document.put("reason", judged.outcome().reason());
    document.put("checks", judged.checks());
    JsonNode result = judged.result().json();
    document.set("result", result);
    return scope.store(
        "application/vnd.assay.delegation-verdict+json",
        DelegationJson.line(document).getBytes(StandardCharsets.UTF_8));
  }
}
