package dev.assay.gate;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.config.Yaml;
import dev.assay.schemas.ConfigException;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Ids;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Require;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.Risk;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What {@code .assay.yaml} of a repository says: what counts as evidence of a claim there. An agent
 * that works in the repository can change it.
 *
 * @param workItem the work item of a claim
 * @param fleet the fleet that agents belong to
 * @param agent the agent, or null for the name of its harness
 * @param requires verifiers that must pass
 * @param workspace whether the tracked and untracked files are sent, without what git ignores
 * @param groundTruth a ground truth of the workers, or null
 * @param trace what is sent as the trace of tool calls
 * @param waitSeconds how long a decision is waited for
 */
record RepositoryFile(
    String workItem,
    String fleet,
    @Nullable String agent,
    @Nullable Risk risk,
    List<String> requires,
    List<Rule> artifacts,
    Boolean workspace,
    @Nullable String groundTruth,
    Trace trace,
    Integer waitSeconds) {

  static final String NAME = ".assay.yaml";

  /** What to do about a mistake in it. */
  static final String REPAIR = "; repair " + NAME + ", docs/stop-gate.md has its keys";

  static final String FLEET = "default";

  /** Three of them with their prefix and signs between them are an id. */
  private static final int PART_CHARS_MAX = 40;

  private static final int PART_DIGEST_CHARS = 8;

  /** One claim of one session on one branch. */
  static final String WORK_ITEM = "hook/${REPOSITORY}/${BRANCH}/${SESSION}/${CLAIM}";

  /** The variables that a text may name; nothing of the environment, which holds secrets. */
  static final Map<String, String> SAMPLES =
      Map.of("REPOSITORY", "shop", "BRANCH", "main", "SESSION", "0a1b2c3d", "CLAIM", "1");

  /** What becomes the artifact {@code tool-trace}. */
  enum Trace {
    /** Nothing. */
    @JsonProperty("none")
    NONE,
    /** The calls that the harness told the gate of, one a line. */
    @JsonProperty("calls")
    CALLS,
    /** The harness's own file of the session, as it is. */
    @JsonProperty("transcript")
    TRANSCRIPT
  }

  /**
   * Files that are evidence.
   *
   * @param glob a pattern below the repository; {@code **} is any number of directories
   * @param optional whether a claim without such a file may do
   */
  record Rule(ArtifactRole role, String glob, Boolean optional) {

    Rule {
      role = Require.present("artifacts.role", role);
      glob = Require.text("artifacts.glob", glob, GateLimits.GLOB_CHARS_MAX);
      Require.that(
          !glob.startsWith("/") && !glob.contains("..") && !glob.contains("\\"),
          ErrorCode.INVALID_FIELD,
          "artifacts.glob",
          "expected a pattern below the repository, found " + Require.quoted(glob));
      var _ = Glob.of(glob);
      optional = Objects.requireNonNullElse(optional, false);
    }

    /** Files that must be there, as {@code ROLE=GLOB}. */
    static Rule of(String text) {
      int equals = text.indexOf('=');
      return new Rule(
          ArtifactRole.of(text.substring(0, equals)), text.substring(equals + 1), false);
    }
  }

  RepositoryFile {
    workItem = Require.id("workItem", workItem);
    fleet = Require.id("fleet", Objects.requireNonNullElse(fleet, FLEET));
    agent = agent == null ? null : Require.id("agent", agent);
    requires = Require.list("requires", requires, Limits.VERIFIERS_MAX);
    requires.forEach(each -> Require.text("requires", each, Limits.ID_CHARS_MAX));
    artifacts = Require.list("artifacts", artifacts, GateLimits.RULES_MAX);
    workspace = Objects.requireNonNullElse(workspace, false);
    groundTruth = groundTruth == null ? null : Require.id("groundTruth", groundTruth);
    trace = Objects.requireNonNullElse(trace, groundTruth == null ? Trace.NONE : Trace.CALLS);
    waitSeconds = Objects.requireNonNullElse(waitSeconds, GateLimits.WAIT_SECONDS);
    Require.range("waitSeconds", waitSeconds, 1, GateLimits.WAIT_SECONDS_MAX);
  }

  /** Whether no claim can lack anything by it. */
  boolean asksForNothing() {
    return requires.isEmpty() && artifacts.isEmpty() && !workspace && trace == Trace.NONE;
  }

  /**
   * The text of the file in {@code root}; read once, so that what is told of it is what counted.
   *
   * @throws ConfigException when it cannot be read, or has more than {@link
   *     GateLimits#RULES_BYTES_MAX} bytes
   */
  static byte[] bytes(Path root) {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(root.resolve(NAME))) {
      bytes = in.readNBytes(GateLimits.RULES_BYTES_MAX + 1);
    } catch (IOException e) {
      throw new ConfigException(
          "expected a readable " + NAME + ", found " + e.getClass().getSimpleName());
    }
    if (bytes.length > GateLimits.RULES_BYTES_MAX) {
      throw new ConfigException(
          "expected at most " + GateLimits.RULES_BYTES_MAX + " bytes in " + NAME + ", found more");
    }
    return bytes;
  }

  /** The file in {@code root} with sample values in place of variables. */
  static RepositoryFile read(Path root) {
    return parse(new String(bytes(root), StandardCharsets.UTF_8), SAMPLES);
  }

  /**
   * What {@code text} says.
   *
   * @param variables values of {@link #SAMPLES}, each a part of an id
   * @throws ConfigException when it does not fit, with file, line and nearest key
   */
  static RepositoryFile parse(String text, Map<String, String> variables) {
    return parse(text, variables, WORK_ITEM);
  }

  /** The same with {@code workItem} where it names none. */
  static RepositoryFile parse(String text, Map<String, String> variables, String workItem) {
    return Yaml.parse(
        text, NAME, defaults(workItem), RepositoryFile.class, variables, PlainDocuments::rules);
  }

  private static Yaml.Around defaults(String workItem) {
    return new Yaml.Around("{workItem: \"" + workItem + "\"}", "{}");
  }

  /**
   * It with what a command line names.
   *
   * @param item the work item, or null for its own
   * @param seconds how long a decision is waited for, or null for its own
   * @param more files that are evidence, too
   */
  RepositoryFile with(@Nullable String item, @Nullable Integer seconds, List<Rule> more) {
    return new RepositoryFile(
        item == null ? workItem : item,
        fleet,
        agent,
        risk,
        requires,
        Stream.concat(artifacts.stream(), more.stream()).toList(),
        workspace,
        groundTruth,
        trace,
        seconds == null ? waitSeconds : seconds);
  }

  /**
   * {@code text} as a part of an id: 1 to {@link #PART_CHARS_MAX} characters. Where it cannot stay
   * as it is, a digest of the whole tells it from others that look alike.
   */
  static String idPart(String text) {
    String plain =
        text.replaceAll("[^A-Za-z0-9._+-]", "-")
            .replaceAll("\\.{2,}", "-")
            .replaceAll("^[^A-Za-z0-9]+", "");
    if (plain.equals(text) && text.length() <= PART_CHARS_MAX && Ids.valid(text)) {
      return text;
    }
    String digest = Digests.sha256Hex(text).substring(0, PART_DIGEST_CHARS);
    int room = PART_CHARS_MAX - 1 - PART_DIGEST_CHARS;
    String part = plain.substring(0, Math.min(plain.length(), room));
    return (Ids.valid(part) ? part : "unnamed") + '-' + digest;
  }
}
