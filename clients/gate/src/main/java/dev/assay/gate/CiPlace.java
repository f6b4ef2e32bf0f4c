package dev.assay.gate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a job runs, as its runner's environment says it. Names of branches and of repositories are
 * whoever's who opened the pull request; they are only ever parts of ids.
 *
 * @param repository the repository's name as a part of an id
 * @param branch the branch of the work, of a pull request its source, as a part of an id
 * @param session the run and the job, as a part of an id
 * @param attempt which run of the same one, from 1
 * @param commit what the job was started for, or null
 * @param head of a pull request the commit that was pushed, where {@code commit} is its merge; or
 *     null
 * @param fork whether the work comes from another repository, whose jobs get no secret and no token
 */
record CiPlace(
    Runner runner,
    String repository,
    String branch,
    String session,
    int attempt,
    @Nullable String commit,
    @Nullable String head,
    boolean fork) {

  /** Whose runner it is. */
  enum Runner {
    GITHUB("github-actions"),
    GITLAB("gitlab-ci"),
    OTHER("ci");

    private final String wire;

    Runner(String wire) {
      this.wire = wire;
    }

    /** The agent in executions of a job. */
    String wire() {
      return wire;
    }
  }

  /** What {@code environment} says. */
  static CiPlace of(Map<String, String> environment) {
    if (environment.getOrDefault("GITHUB_ACTIONS", "").equals("true")) {
      return github(environment);
    }
    if (environment.getOrDefault("GITLAB_CI", "").equals("true")) {
      return gitlab(environment);
    }
    return new CiPlace(Runner.OTHER, "local", "local", "local", 1, null, null, false);
  }

  private static CiPlace github(Map<String, String> environment) {
    String repository = environment.getOrDefault("GITHUB_REPOSITORY", "");
    String head = environment.getOrDefault("GITHUB_HEAD_REF", "");
    JsonNode pulled =
        event(environment.getOrDefault("GITHUB_EVENT_PATH", "")).path("pull_request").path("head");
    String from = pulled.isObject() ? pulled.path("repo").path("full_name").asText() : repository;
    return new CiPlace(
        Runner.GITHUB,
        part(repository.substring(repository.indexOf('/') + 1)),
        part(head.isEmpty() ? environment.getOrDefault("GITHUB_REF_NAME", "") : head),
        part(
            environment.getOrDefault("GITHUB_RUN_ID", "")
                + '-'
                + environment.getOrDefault("GITHUB_JOB", "")),
        attempt(environment.getOrDefault("GITHUB_RUN_ATTEMPT", "")),
        commit(environment.getOrDefault("GITHUB_SHA", "")),
        commit(pulled.path("sha").asText()),
        !from.equals(repository));
  }

  private static CiPlace gitlab(Map<String, String> environment) {
    String source = environment.getOrDefault("CI_MERGE_REQUEST_SOURCE_BRANCH_NAME", "");
    String project = environment.getOrDefault("CI_MERGE_REQUEST_PROJECT_PATH", "");
    return new CiPlace(
        Runner.GITLAB,
        part(environment.getOrDefault("CI_PROJECT_NAME", "")),
        part(source.isEmpty() ? environment.getOrDefault("CI_COMMIT_REF_NAME", "") : source),
        part(environment.getOrDefault("CI_JOB_ID", "")),
        1,
        commit(environment.getOrDefault("CI_COMMIT_SHA", "")),
        commit(environment.getOrDefault("CI_MERGE_REQUEST_SOURCE_BRANCH_SHA", "")),
        !environment.getOrDefault("CI_MERGE_REQUEST_SOURCE_PROJECT_PATH", project).equals(project));
  }

  /**
   * What is judged: the runner's commit, whatever HEAD was moved to, or the head of the pull
   * request where that is what git has checked out.
   *
   * @param checkedOut what git says, or null; it counts only where the runner says nothing
   */
  @Nullable String judged(@Nullable String checkedOut) {
    if (commit == null || checkedOut != null && checkedOut.equals(head)) {
      return checkedOut;
    }
    return commit;
  }

  /** The event of a workflow; nothing when it cannot be read. */
  private static JsonNode event(String file) {
    JsonNode nothing = Json.toTree(Map.of());
    if (file.isEmpty()) {
      return nothing;
    }
    try (InputStream in = Files.newInputStream(Path.of(file))) {
      byte[] bytes = in.readNBytes(GateLimits.EVENT_BYTES_MAX + 1);
      return bytes.length <= GateLimits.EVENT_BYTES_MAX
              && Json.tree(bytes) instanceof Parsed.Accepted<JsonNode>(JsonNode event)
          ? event
          : nothing;
    } catch (IOException _) {
      return nothing;
    }
  }

  private static String part(String text) {
    return RepositoryFile.idPart(text);
  }

  private static int attempt(String text) {
    return text.matches("[1-9][0-9]{0,3}")
        ? Math.min(Integer.parseInt(text), Limits.ATTEMPT_MAX)
        : 1;
  }

  private static @Nullable String commit(String text) {
    return isCommit(text) ? text : null;
  }

  /** Whether {@code text} is the whole hash of a commit. */
  static boolean isCommit(String text) {
    return text.matches("[0-9a-f]{40}|[0-9a-f]{64}");
  }
}
