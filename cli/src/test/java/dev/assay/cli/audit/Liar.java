package dev.assay.cli.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.CommandException;
import dev.assay.cli.replay.AuditedExport;
import dev.assay.core.log.NoteKey;
import dev.assay.core.merkle.Hash;
import dev.assay.core.merkle.TilePath;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Times;
import dev.assay.store.AttestationKey;
import dev.assay.store.index.LoggedRow;
import dev.assay.store.index.RowSource;
import dev.assay.store.index.StoredAttestation;
import dev.assay.store.key.Ed25519Key;
import dev.assay.store.log.DirectoryStorage;
import dev.assay.store.log.LogStorage;
import dev.assay.store.log.SignedMark;
import dev.assay.store.log.TileLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Serves a log of the entries that its operator likes, and an index that agrees with it. */
final class Liar implements AuditSource {

  /** What a promotion rests on that cites {@link AuditSamples#failing}, whose bound is 0.168. */
  private static final Set<String> RESTING = Set.of("OBSERVED", "partial", "testreport", "0");

  static final Ed25519Key LOG = Ed25519Key.generate(Instant.EPOCH);

  private final List<StoredAttestation> entries;
  private final TileLog log;
  private final NoteKey key;
  boolean whole;
  Map<String, DecisionCheck.Item> items = Map.of();
  Set<String> unlisted = Set.of();
  Map<String, JsonNode> decisions = Map.of();
  Map<String, Placed> elsewhere = Map.of();
  Listed listed = Liar::signed;
  @Nullable Liar grown;
  String cosignature = "";
  @Nullable Instant keyEnd;
  List<Ed25519Key> signers = List.of(AuditSamples.DIRECTOR);
  private boolean asked;
  int failsAt = Integer.MAX_VALUE;

  /** A tile of hashes that it serves with other bytes. */
  @Nullable TilePath damaged;

  /** Whether it says of every document that it is not there. */
  boolean lost;

  /** Which documents were asked for, when it serves them; it has others otherwise. */
  @Nullable List<String> served;

  /** Whose entries and rows it serves in place of its own. */
  @Nullable Liar bundles;

  Liar(List<StoredAttestation> entries, Path files) throws IOException {
    this(entries, files, LOG);
  }

  Liar(List<StoredAttestation> entries, Path files, Ed25519Key signer) throws IOException {
    this.entries = entries;
    this.key = new NoteKey("assay.example/log", signer.publicKey());
    LogStorage storage = DirectoryStorage.open(files);
    SignedMark mark = SignedMark.open(files.resolveSibling(files.getFileName() + ".signed"));
    this.log = TileLog.open(storage, key, signer, new Rows(entries), mark);
  }

  private record Rows(List<StoredAttestation> entries) implements RowSource {

    @Override
    public long size() {
      return entries.size();
    }

    @Override
    public List<LoggedRow> withoutGaps(long from, int limit) {
      return IntStream.range((int) from, (int) Math.min(from + limit, entries.size()))
          .mapToObj(i -> LoggedRow.of(entries.get(i), i))
          .toList();
    }
  }

  @Override
  public String description() {
    return "a liar";
  }

  @Override
  public boolean whole() {
    return whole;
  }

  @Override
  public String checkpoint() {
    Liar later = asked ? grown : null;
    asked = true;
    return later != null ? later.checkpoint() : log.snapshot().note() + cosignature;
  }

  @Override
  public AuditKeys keys() {
    return new AuditKeys(
        List.of(key),
        signers.stream()
            .map(signer -> new AttestationKey(signer.publicKey(), Instant.EPOCH, keyEnd))
            .toList());
  }

  @Override
  public Optional<byte[]> tile(TilePath path) {
    if (path.kind() == TilePath.Kind.ENTRIES && path.index() >= failsAt) {
      throw new CommandException("UNREACHABLE", "expected an answer, found none");
    }
    if (path.equals(damaged)) {
      return Optional.of(new byte[path.width() * Hash.BYTES]);
    }
    if (bundles != null && path.kind() == TilePath.Kind.ENTRIES) {
      return bundles.log.tile(path);
    }
    return (grown == null ? log : grown.log).tile(path);
  }

  @Override
  public List<Kept> kept(long from, List<byte[]> statements) {
    if (bundles != null) {
      return bundles.kept(from, statements);
    }
    List<Kept> kept = new ArrayList<>();
    for (int i = 0; i < statements.size(); i++) {
      StoredAttestation entry = entries.get((int) from + i);
      kept.add(new Kept.Row(line(entry), entry.envelope()));
    }
    return kept;
  }

  private static ObjectNode line(StoredAttestation entry) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", entry.id())
        .put("kind", entry.kind().text())
        .put("predicateType", entry.predicateType())
        .put("workItem", entry.workItem())
        .put("attempt", entry.attempt())
        .put("agent", entry.agent())
        .put("fleet", entry.fleet())
        .put("verifier", entry.verifier())
        .put("result", entry.result())
        .put("basis", entry.basis())
        .put("commit", entry.commit())
        .put("report", entry.report())
        .put("artifact", entry.artifacts().isEmpty() ? null : entry.artifacts().getFirst().sha256())
        .put("time", Times.text(entry.time()));
  }

  @Override
  public Optional<Placed> placed(String id) {
    Placed said = elsewhere.get(id);
    if (said != null) {
      return Optional.of(said);
    }
    return whole
        ? Optional.empty()
        : IntStream.range(0, entries.size())
            .filter(i -> entries.get(i).id().equals(id))
            .mapToObj(i ->
                new Placed(
                    i, new String(entries.get(i).envelope().payload(), StandardCharsets.UTF_8)))
            .findFirst();
  }

  @Override
  public void items(@Nullable Instant since, long most, ItemVisitor visitor) throws IOException {
    for (DecisionCheck.Item item : items.values()) {
      if (!unlisted.contains(item.workItem())) {
        visitor.accept(item);
      }
    }
  }

  @Override
  public void list(ListCheck.Filter filter, String value, long most, ListCheck.Visitor visitor) {
    for (int i = entries.size() - 1; i >= 0; i--) {
      if (listed.has(filter, value, entries.get(i)) && !visitor.next(entries.get(i).id(), i)) {
        return;
      }
    }
  }

  /** Which attestations a list shows. */
  @FunctionalInterface
  interface Listed {
    boolean has(ListCheck.Filter filter, String value, StoredAttestation entry);
  }

  /** As they were signed. */
  static boolean signed(ListCheck.Filter filter, String value, StoredAttestation entry) {
    return entry.kind() != StoredAttestation.Kind.MANIFEST
        && switch (filter) {
          case SINCE -> true;
          case PROMOTIONS -> entry.kind() == StoredAttestation.Kind.VSA;
          case HYPERTHESIS -> entry.hypertheses().contains(value);
          case SIGNATURE -> entry.failureSignatures().contains(value);
          case FILE -> entry.files().contains(value);
          case ARTIFACT -> entry.artifacts().stream().anyMatch(each -> each.sha256().equals(value));
          case VERIFIER -> value.equals(entry.verifier());
          case PROMOTIONS_BY_BASIS,
              PROMOTIONS_BY_SCOPE,
              PROMOTIONS_BY_VERIFIER,
              PROMOTIONS_BY_BOUND ->
              entry.kind() == StoredAttestation.Kind.VSA && RESTING.contains(value);
        };
  }

  @Override
  public Optional<DecisionCheck.Item> item(String id) {
    return Optional.ofNullable(items.get(id));
  }

  @Override
  public Optional<JsonNode> decision(String id) {
    return Optional.ofNullable(decisions.get(id));
  }

  @Override
  public Stored stored(Document document, String sha256) {
    if (lost) {
      return new Stored.Missing();
    }
    List<String> asked = served;
    if (asked != null) {
      asked.add(sha256);
      return new Stored.Bytes(sha256);
    }
    return new Stored.Bytes(Digests.sha256Hex(sha256));
  }

  @Override
  public AuditedExport.@Nullable Replayed replay() {
    return null;
  }

  @Override
  public void close() {}
}
