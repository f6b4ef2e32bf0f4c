package dev.assay.core.statement;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import dev.assay.schemas.ReservedIds;
import dev.assay.schemas.Times;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.topic.Topic;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What stood in a range of offsets of one partition when the director read it. The manifests of a
 * partition are a chain without gaps: each names the one before it and begins where that ends.
 *
 * @param topic one of {@link #TOPICS}, without prefix
 * @param partition of that topic
 * @param firstOffset the first offset of the range
 * @param endOffset the offset after the last of the range
 * @param readFrom the first offset that the topic still had, when it had removed some of the range
 *     before anybody read them; null otherwise
 * @param previous id of the manifest of the range before, or null for the first one
 * @param after id of the newest manifest that the same director made before it, of any partition,
 *     or null when it knows none
 * @param records those of the range, by offset
 * @param time RFC 3339 time at which it was made
 */
public record Manifest(
    String topic,
    Integer partition,
    Long firstOffset,
    Long endOffset,
    @Nullable Long readFrom,
    @Nullable String previous,
    @Nullable String after,
    List<ManifestRecord> records,
    String time) {

  /** Topics that manifests cover. */
  public static final List<Topic<?>> TOPICS =
      List.of(Topic.EXECUTIONS, Topic.DECISIONS, Topic.ATTESTATIONS, Topic.DEAD_LETTERS);

  /**
   * Records of one manifest; with each at its longest it is two thirds of what a statement may be.
   */
  public static final int RECORDS_MAX = 128;

  /** The result that lists show for a manifest. */
  public static final String RESULT = "RECORDED";

  private static final long MAX = Limits.INTEGER_MAX;
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  public Manifest {
    String named = Require.present("topic", topic);
    Require.that(
        TOPICS.stream().anyMatch(each -> each.name().equals(named)),
        ErrorCode.INVALID_FIELD,
        "topic",
        "expected a topic that manifests cover, found " + Require.quoted(named));
    Require.range("partition", Require.present("partition", partition), 0, Integer.MAX_VALUE);
    Require.range("firstOffset", Require.present("firstOffset", firstOffset), 0, MAX);
    Require.range("endOffset", Require.present("endOffset", endOffset), firstOffset + 1, MAX);
    if (readFrom != null) {
      Require.range("readFrom", readFrom, firstOffset + 1, endOffset);
    }
    previous = Require.optionalDigest("previous", previous);
    after = Require.optionalDigest("after", after);
    records = Require.list("records", records, RECORDS_MAX);
    long next = readFrom == null ? firstOffset : readFrom;
    for (ManifestRecord each : records) {
      Require.range("records.offset", each.offset(), next, endOffset - 1);
      next = each.offset() + 1;
    }
    time = Times.canonical("time", Require.present("time", time));
  }

  /** What it is logged under. */
  public String workItem() {
    return workItem(topic, partition);
  }

  /** What the manifests of a partition are logged under. */
  public static String workItem(String topic, int partition) {
    return ReservedIds.MANIFEST_PREFIX + topic + "/" + partition;
  }

  /** SHA-256 over the digests of its records, one after the other; its subject. */
  public String recordsDigest() {
    MessageDigest digest = Digests.sha256();
    for (ManifestRecord each : records) {
      digest.update(HexFormat.of().parseHex(each.sha256()));
    }
    return Digests.hex(digest.digest());
  }

  /** The statement that the director signs; equal manifests have the same bytes. */
  public Statement statement() {
    ObjectNode statement = JSON.objectNode();
    statement.put("_type", Statement.TYPE);
    ObjectNode subject = statement.putArray("subject").addObject();
    subject.put("name", "records").putObject("digest").put("sha256", recordsDigest());
    statement.put("predicateType", Statement.MANIFEST);
    statement.set("predicate", Json.toTree(this));
    return Statement.of(statement);
  }

  /**
   * The manifest that {@code statement} is, or why it is none: INVALID_FIELD, LIMIT_EXCEEDED or
   * DIGEST_MISMATCH.
   */
  public static Parsed<Manifest> read(JsonNode statement) {
    return switch (Json.parse(statement.path("predicate"), Manifest.class)) {
      case Parsed.Rejected<Manifest> rejected -> rejected;
      case Parsed.Accepted<Manifest>(Manifest manifest) -> {
        String subject = statement.path("subject").path(0).path("digest").path("sha256").asText();
        yield Objects.equals(subject, manifest.recordsDigest())
            ? new Parsed.Accepted<>(manifest)
            : new Parsed.Rejected<>(
                new Rejection(
                    ErrorCode.DIGEST_MISMATCH,
                    "expected the digest over the records "
                        + manifest.recordsDigest()
                        + ", found "
                        + Require.quoted(subject),
                    "subject"));
      }
    };
  }
}
