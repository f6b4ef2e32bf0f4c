package dev.assay.policygate;

import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.verifier.ScratchTree;
import dev.assay.verifier.VerificationScope;
import dev.assay.workspace.Extraction;
import dev.assay.workspace.Extraction.Refusal;
import dev.assay.workspace.Workspaces;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Scans one artifact for secrets and injected text; archives are unpacked and scanned by file. */
final class ArtifactScan {

  private static final int HEAD_BYTES = 262;
  private static final int TAR_MAGIC_AT = 257;

  private enum Content {
    PLAIN,
    ARCHIVE,
    OPAQUE
  }

  private final PolicyGateConfig config;
  private final VerificationScope scope;
  private final GateEvidence evidence;
  private final Capabilities capabilities;

  ArtifactScan(
      PolicyGateConfig config,
      VerificationScope scope,
      GateEvidence evidence,
      Capabilities capabilities) {
    this.config = config;
    this.scope = scope;
    this.evidence = evidence;
    this.capabilities = capabilities;
  }

  void scan(ArtifactRef artifact) throws IOException, InterruptedException {
    if (artifact.size() > PolicyGateLimits.ARTIFACT_BYTES_MAX) {
      evidence.inconclusive(InconclusiveReason.TOO_LARGE);
      return;
    }
    try (InputStream in = new BufferedInputStream(scope.open(artifact))) {
      switch (content(in)) {
        case PLAIN ->
            scan(
                in,
                () -> scope.open(artifact),
                new Place(artifact.sha256(), Place.NO_ENTRY, 0, artifact.size()));
        case ARCHIVE -> archive(artifact);
        case OPAQUE -> evidence.inconclusive(InconclusiveReason.OPAQUE);
      }
    }
  }

  /** What {@code in} holds, which is at its beginning before and after. */
  private static Content content(InputStream in) throws IOException {
    in.mark(HEAD_BYTES + 1);
    byte[] head = in.readNBytes(HEAD_BYTES);
    in.reset();
    if (starts(head, 0x1f, 0x8b) || starts(head, 'P', 'K', 3, 4) || isTar(head)) {
      return Content.ARCHIVE;
    }
    boolean opaque =
        starts(head, 0x28, 0xb5, 0x2f, 0xfd)
            || starts(head, 0xfd, '7', 'z', 'X', 'Z')
            || starts(head, 'B', 'Z', 'h')
            || starts(head, '7', 'z', 0xbc, 0xaf)
            || starts(head, 'R', 'a', 'r', '!')
            || starts(head, 'S', 'a', 'l', 't', 'e', 'd', '_', '_');
    return opaque ? Content.OPAQUE : Content.PLAIN;
  }

  private static boolean isTar(byte[] head) {
    return head.length >= HEAD_BYTES
        && head[TAR_MAGIC_AT] == 'u'
        && head[TAR_MAGIC_AT + 1] == 's'
        && head[TAR_MAGIC_AT + 2] == 't'
        && head[TAR_MAGIC_AT + 3] == 'a'
        && head[TAR_MAGIC_AT + 4] == 'r';
  }

  private static boolean starts(byte[] head, int... magic) {
    if (head.length < magic.length) {
      return false;
    }
    for (int i = 0; i < magic.length; i++) {
      if ((head[i] & 0xff) != magic[i]) {
        return false;
      }
    }
    return true;
  }

  private void archive(ArtifactRef artifact) throws IOException, InterruptedException {
    switch (Workspaces.unpack(artifact, scope, PolicyGateLimits.ARCHIVE)) {
      case Extraction.Extracted extracted -> {
        files(artifact, extracted.root());
        ScratchTree.delete(extracted.root());
      }
      case Extraction.Refused refused ->
          evidence.inconclusive(
              refused.refusal() == Refusal.MALFORMED || refused.refusal() == Refusal.UNKNOWN_FORMAT
                  ? InconclusiveReason.OPAQUE
                  : InconclusiveReason.ARCHIVE_REFUSED);
    }
  }

  private void files(ArtifactRef artifact, Path root) throws IOException, InterruptedException {
    List<Path> files;
    try (Stream<Path> walk = Files.walk(root)) {
      files =
          walk.filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
              .sorted((a, b) -> name(root, a).compareTo(name(root, b)))
              .toList();
    }
    boolean workspace =
        artifact.role() == ArtifactRole.WORKSPACE
            && config.checks().contains(Check.CAPABILITIES)
            && capabilities.hasLease();
    for (int i = 0; i < files.size(); i++) {
      Path path = files.get(i);
      Place whole = new Place(artifact.sha256(), i, 0, Files.size(path));
      if (workspace) {
        capabilities.workspaceFile(name(root, path), whole);
      }
      try (InputStream in = new BufferedInputStream(Files.newInputStream(path))) {
        if (content(in) != Content.PLAIN) {
          evidence.innerArchive();
        }
        scan(in, () -> Files.newInputStream(path), whole);
      }
    }
  }

  private static String name(Path root, Path file) {
    return root.relativize(file).toString().replace('\\', '/');
  }

  /** Opens what is scanned once more. */
  @FunctionalInterface
  private interface Again {
    InputStream open() throws IOException;
  }

  private void scan(InputStream in, Again again, Place whole)
      throws IOException, InterruptedException {
    ByteScanner scanner = new ByteScanner(config.checks(), config.ignoredKinds(), scope.deadline());
    scanner.scan(in);
    evidence.scanned(scanner.bytes());
    tell(scanner, find -> new Place(whole.artifact(), whole.entry(), find.offset(), find.length()));
    Set<Check> unfound = EnumSet.noneOf(Check.class);
    unfound.addAll(config.checks());
    scanner.finds().forEach(find -> unfound.remove(find.rule().check()));
    if (scanner.hasZeros() && !unfound.isEmpty()) {
      ByteScanner wide = new ByteScanner(unfound, config.ignoredKinds(), scope.deadline());
      try (InputStream text = new WideText(again.open())) {
        wide.scan(text);
      }
      tell(wide, _ -> whole);
    }
  }

  private void tell(ByteScanner scanner, Function<ByteScanner.Find, Place> place) {
    if (scanner.tooLarge()) {
      evidence.inconclusive(InconclusiveReason.TOO_LARGE);
    }
    if (scanner.tooMany()) {
      evidence.inconclusive(InconclusiveReason.TOO_MANY);
    }
    for (ByteScanner.Find find : scanner.finds()) {
      if (find.rule().check() == Check.SECRETS) {
        evidence.violation(Check.SECRETS, "secret", find.rule().kind(), place.apply(find));
      } else {
        evidence.injection(find.rule().kind(), place.apply(find));
      }
    }
    evidence.omitted(scanner.secretsOmitted(), scanner.injectionsOmitted());
  }
}
