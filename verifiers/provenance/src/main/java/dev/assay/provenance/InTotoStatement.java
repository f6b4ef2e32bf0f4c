package dev.assay.provenance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.Target;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a signed in-toto Statement says: which artifacts it is about, by digest alone, and what they
 * were made from.
 *
 * @param subjects SHA-256 digests of its subjects
 * @param sources the commits that it names
 * @param result what a test result or a verification summary says, or null for another predicate
 */
record InTotoStatement(Set<String> subjects, List<Source> sources, @Nullable String result) {

  /** The payload type of the envelopes of statements. */
  static final String PAYLOAD_TYPE = "application/vnd.in-toto+json";

  /** What it says when tests or the verification failed. */
  static final String FAILED = "FAILED";

  /** What it says when tests were flaky or left out. */
  static final String WARNED = "WARNED";

  private static final Set<String> TYPES =
      Set.of("https://in-toto.io/Statement/v1", "https://in-toto.io/Statement/v0.1");
  private static final String TEST_RESULT = "https://in-toto.io/attestation/test-result/";
  private static final String SUMMARY = "https://slsa.dev/verification_summary/";
  private static final Set<String> RESULTS = Set.of("PASSED", WARNED, FAILED);
  private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
  private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");

  /** Where the predicates that name their sources have them. */
  private static final List<String> MATERIALS =
      List.of(
          "/predicate/buildDefinition/resolvedDependencies", // SLSA provenance v1
          "/predicate/configuration", // test result
          "/predicate/materials"); // SLSA provenance v0.2

  /**
   * A commit that a statement names.
   *
   * @param repository where it is from, or null
   */
  record Source(@Nullable String repository, String commit) {

    /**
     * Whether it is the target's commit.
     *
     * @param alone whether the statement has no other source; the commit of one of several, which
     *     may be a dependency, says nothing without the repository
     */
    private boolean isOf(Target target, boolean alone) {
      String wanted = target.repository();
      return commit.equals(target.commit())
          && (repository == null || wanted == null
              ? alone
              : plain(repository).equals(plain(wanted)));
    }

    /** A location without what people write in several ways: scheme, user, ref and suffix. */
    private static String plain(String location) {
      String text = location.replaceFirst("^git\\+", "").replaceFirst("^[a-z]+://", "");
      text = text.replaceFirst("^[^/@:]*@([^:/]+):", "$1/").replaceFirst("^[^/@]*@", "");
      text = text.replaceFirst("[@?#].*$", "");
      return text.replaceFirst("/+$", "").replaceFirst("\\.git$", "");
    }
  }

  /** What its statement says of the commit of an execution. */
  enum About {
    SAME,
    OTHER,
    /** One of both names none. */
    UNNAMED
  }

  /** The statement in a payload; empty when it holds none that names artifacts by SHA-256. */
  static Optional<InTotoStatement> read(byte[] payload) {
    if (!(Json.tree(payload) instanceof Parsed.Accepted<JsonNode>(JsonNode node))
        || !TYPES.contains(node.path("_type").asText())
        || !node.path("predicateType").isTextual()
        || node.path("subject").size() > ProvenanceLimits.SUBJECTS_MAX) {
      return Optional.empty();
    }
    Set<String> subjects = new HashSet<>();
    for (JsonNode subject : node.path("subject")) {
      String digest = subject.path("digest").path("sha256").asText();
      if (SHA256.matcher(digest).matches()) {
        subjects.add(digest);
      }
    }
    String result = result(node);
    List<Source> sources = sources(node);
    return subjects.isEmpty()
            || sources.size() > ProvenanceLimits.MATERIALS_MAX
            || result != null && !RESULTS.contains(result)
        ? Optional.empty()
        : Optional.of(new InTotoStatement(subjects, sources, result));
  }

  private static @Nullable String result(JsonNode statement) {
    String type = statement.path("predicateType").asText();
    if (type.startsWith(TEST_RESULT)) {
      return statement.at("/predicate/result").asText();
    }
    return type.startsWith(SUMMARY)
        ? statement
            .at("/predicate/verificationResult")
            .asText(statement.at("/predicate/verification_result").asText())
        : null;
  }

  private static List<Source> sources(JsonNode statement) {
    List<Source> sources = new ArrayList<>();
    for (String place : MATERIALS) {
      statement.at(place).forEach(each -> add(sources, each));
    }
    add(sources, statement.at("/predicate/invocation/configSource"));
    statement.path("subject").forEach(each -> add(sources, each));
    return sources;
  }

  /** SHA-1 is a commit's where it is told so, or where the location is that of a repository. */
  private static void add(List<Source> sources, JsonNode descriptor) {
    String uri = descriptor.path("uri").textValue();
    JsonNode digest = descriptor.path("digest");
    String older = uri != null && uri.startsWith("git") ? digest.path("sha1").asText() : "";
    String commit = digest.path("gitCommit").asText(older);
    if (COMMIT.matcher(commit).matches()) {
      sources.add(new Source(uri, commit));
    }
  }

  About about(@Nullable Target target) {
    if (target == null || target.commit() == null || sources.isEmpty()) {
      return About.UNNAMED;
    }
    boolean alone = sources.stream().map(Source::commit).distinct().count() == 1;
    return sources.stream().anyMatch(source -> source.isOf(target, alone))
        ? About.SAME
        : About.OTHER;
  }
}
