package dev.assay.gate;

import dev.assay.core.stop.StopVerdict;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Limits;
import dev.assay.schemas.MediaTypes;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRole;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is there to show that a claim is true, gathered as the repository's file says. */
final class Evidence {

  private static final String NARROW = "narrow the patterns in " + RepositoryFile.NAME;

  private final Map<String, Item> items = new LinkedHashMap<>();
  private final List<String> missing = new ArrayList<>();
  private final List<String> incomplete = new ArrayList<>();
  private long bytes;
  private int files;

  /** Bytes with what they are for. */
  static final class Item {
    private final ArtifactRole role;
    private final String mediaType;
    private final byte[] content;

    Item(ArtifactRole role, String mediaType, byte[] content) {
      this.role = role;
      this.mediaType = mediaType;
      this.content = content;
    }

    ArtifactRole role() {
      return role;
    }

    String mediaType() {
      return mediaType;
    }

    byte[] content() {
      return content;
    }
  }

  private Evidence() {}

  /**
   * Gathers it.
   *
   * @param session null where no agent's session is asked about
   * @param transcript the harness's file of the session, or null when there is none
   */
  static Evidence gather(
      Repository repository,
      RepositoryFile rules,
      @Nullable SessionFiles session,
      @Nullable Path transcript)
      throws IOException, InterruptedException {
    Evidence evidence = new Evidence();
    FileFinder finder = new FileFinder(repository.root());
    for (RepositoryFile.Rule rule : rules.artifacts()) {
      evidence.add(rule, finder.find(rule.glob()));
    }
    if (session != null) {
      evidence.trace(rules.trace(), session, transcript);
    }
    if (rules.workspace()) {
      evidence.put(
          ArtifactRole.WORKSPACE,
          Workspace.MEDIA_TYPE,
          Workspace.archive(repository.root(), repository.files()));
    }
    if (evidence.items.size() > Limits.ARTIFACTS_MAX) {
      throw tooLarge(
          "at most " + Limits.ARTIFACTS_MAX + " artifacts", evidence.items.size(), NARROW);
    }
    return evidence;
  }

  private void trace(RepositoryFile.Trace asked, SessionFiles session, @Nullable Path transcript)
      throws IOException {
    switch (asked) {
      case NONE -> {
        // Nothing is asked for.
      }
      case CALLS -> {
        session.calls().ifPresent(calls -> put(ArtifactRole.TOOL_TRACE, MediaTypes.NDJSON, calls));
        if (session.incomplete()) {
          incomplete.add("incomplete: tool-trace, calls of tools could not be kept");
        }
      }
      case TRANSCRIPT -> transcript(transcript);
    }
  }

  /** What there is. */
  List<Item> items() {
    return List.copyOf(items.values());
  }

  /** Digest of all that there is and of what is asked about it. */
  String digest(RepositoryFile rules) {
    return Json.contentId(
        "evidence",
        Map.of(
            "artifacts",
            List.copyOf(items.keySet()),
            "requires",
            rules.requires(),
            "groundTruth",
            String.valueOf(rules.groundTruth()),
            "risk",
            String.valueOf(rules.risk()),
            "missing",
            missing,
            "incomplete",
            incomplete));
  }

  /** Whether all that the rules want is there, and whole. */
  boolean complete() {
    return missing.isEmpty() && incomplete.isEmpty();
  }

  /** What is not there, a line each. */
  List<String> lacks() {
    return List.copyOf(missing);
  }

  /** The verdict on a claim for which something is missing; empty when all is there. */
  Optional<StopVerdict> missing(String workItem) {
    if (missing.isEmpty() && !incomplete.isEmpty()) {
      return Optional.of(
          StopVerdict.incomplete(
              workItem,
              incomplete,
              "tell the person: what this session did cannot be verified whole; a new session can"));
    }
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            StopVerdict.missing(
                workItem,
                missing,
                "run what writes these files, such as the tests, then stop again"));
  }

  private void add(RepositoryFile.Rule rule, List<Path> found) throws IOException {
    if (found.isEmpty() && !rule.optional()) {
      missing.add(
          "missing: "
              + rule.role().wire()
              + ", no file matches "
              + StopVerdict.shownGlob(rule.glob()));
    }
    files += found.size();
    if (files > GateLimits.GATHERED_MAX) {
      throw tooLarge("at most " + GateLimits.GATHERED_MAX + " files", files, NARROW);
    }
    boolean reports = found.stream().allMatch(file -> mediaType(file).equals(MediaTypes.XML));
    if (found.size() > GateLimits.FILES_APART_MAX && reports) {
      List<byte[]> contents = new ArrayList<>();
      for (Path file : found) {
        contents.add(read(file));
      }
      JoinedReports.join(contents).forEach(joined -> put(rule.role(), MediaTypes.XML, joined));
      return;
    }
    for (Path file : found) {
      put(rule.role(), mediaType(file), read(file));
    }
  }

  private void transcript(@Nullable Path file) throws IOException {
    if (file == null) {
      incomplete.add("incomplete: tool-trace, the event names no file of a session of the harness");
      return;
    }
    byte[] content = content(file, GateLimits.TRANSCRIPT_BYTES_MAX);
    if (content.length > GateLimits.TRANSCRIPT_BYTES_MAX) {
      throw tooLarge(
          "a transcript of at most " + GateLimits.TRANSCRIPT_BYTES_MAX + " bytes",
          content.length,
          "let " + RepositoryFile.NAME + " say trace: calls");
    }
    put(ArtifactRole.TOOL_TRACE, MediaTypes.ENVELOPES, content);
  }

  private byte[] read(Path file) throws IOException {
    byte[] content = content(file, (int) (GateLimits.GATHERED_BYTES_MAX - bytes));
    bytes += content.length;
    if (bytes > GateLimits.GATHERED_BYTES_MAX) {
      throw tooLarge("at most " + GateLimits.GATHERED_BYTES_MAX + " bytes of files", bytes, NARROW);
    }
    return content;
  }

  /** The file up to one byte more than {@code bytesMax}, whatever its size is said to be. */
  private static byte[] content(Path file, int bytesMax) throws IOException {
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      return in.readNBytes(bytesMax + 1);
    }
  }

  private void put(ArtifactRole role, String mediaType, byte[] content) {
    items.put(role.wire() + ' ' + Digests.sha256Hex(content), new Item(role, mediaType, content));
  }

  private static String mediaType(Path file) {
    return MediaTypes.of(file.toString(), "text/plain");
  }

  private static GateException tooLarge(String expected, long found, String next) {
    return new GateException(
        "EVIDENCE_TOO_LARGE", "expected " + expected + ", found " + found + "; " + next);
  }
}
