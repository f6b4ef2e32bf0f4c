package dev.assay.core.sim;

import dev.assay.core.sim.Messages.Verdict;
import dev.assay.core.sim.Scenario.Fault;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.MoodHint;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Agents, and what is true of their artifacts. */
final class Fleet {

  /** How an agent goes about its work. */
  private enum Manner {
    HONEST,
    LYING,
    REPEATING
  }

  private static final class Member {
    private final String workItem;
    private final Manner manner;
    private final int goodFrom;
    private int attempts;

    private Member(String workItem, Manner manner, int goodFrom) {
      this.workItem = workItem;
      this.manner = manner;
      this.goodFrom = goodFrom;
    }
  }

  private static final List<Manner> MANNERS = List.of(Manner.values());
  private static final List<MoodHint> HINTS = List.of(MoodHint.values());

  private final Scenario scenario;
  private final SplittableRandom random;
  private final Map<String, Member> members = new LinkedHashMap<>();
  private final Map<String, String> bugs = new HashMap<>();
  private final Set<String> lied = new HashSet<>();

  Fleet(Scenario scenario, SplittableRandom random) {
    this.scenario = scenario;
    this.random = random;
    for (int i = 1; i <= scenario.agents(); i++) {
      join("w" + i);
    }
  }

  /** An agent takes up a work item that has none. */
  void join(String workItem) {
    members.computeIfAbsent(
        workItem,
        id ->
            new Member(
                id,
                MANNERS.get(random.nextInt(MANNERS.size())),
                1 + random.nextInt(scenario.attempts())));
  }

  /** What an agent sends next; nothing when it has had its attempts. */
  List<ExecutionEvent> act() {
    List<Member> all = List.copyOf(members.values());
    Member member = all.get(random.nextInt(all.size()));
    int count = scenario.has(Fault.FLOODS) && random.nextInt(6) == 0 ? 4 : 1;
    List<ExecutionEvent> events = new ArrayList<>();
    for (int i = 0; i < count && member.attempts < scenario.attempts(); i++) {
      member.attempts++;
      events.add(event(member, member.workItem + "-" + member.attempts, bug(member)));
    }
    if (!events.isEmpty() && scenario.has(Fault.COLLIDING_IDS) && random.nextInt(4) == 0) {
      events.add(event(member, events.getFirst().id(), bug(member)));
    }
    return events;
  }

  private @Nullable String bug(Member member) {
    return switch (member.manner) {
      case HONEST -> member.attempts >= member.goodFrom ? null : "a" + member.attempts;
      case LYING -> "b" + random.nextInt(3);
      case REPEATING -> "c";
    };
  }

  private ExecutionEvent event(Member member, String id, @Nullable String bug) {
    List<ArtifactRef> artifacts = new ArrayList<>();
    artifacts.add(artifact(ArtifactRole.TEST_REPORT, bug));
    if (random.nextInt(4) == 0) {
      artifacts.add(artifact(ArtifactRole.SARIF, random.nextInt(5) == 0 ? "5ca" : null));
    }
    List<MoodHint> hints =
        scenario.has(Fault.HINTS) && random.nextInt(4) == 0
            ? List.of(HINTS.get(random.nextInt(HINTS.size())))
            : List.of();
    Risk risk = random.nextInt(4) == 0 ? Risk.HIGH : null;
    return Messages.execution(
        id, member.workItem, Math.max(1, member.attempts), artifacts, risk, hints);
  }

  private ArtifactRef artifact(ArtifactRole role, @Nullable String bug) {
    ArtifactRef artifact = Messages.artifact(role, role + " " + bug + " " + bugs.size());
    bugs.put(artifact.sha256(), bug == null ? "" : bug);
    return artifact;
  }

  /** What a verifier says about an artifact: the truth, unless it is flaky or lies. */
  Verdict verdict(VerificationRequest request) {
    String bug = bugs.getOrDefault(request.artifacts().getFirst().sha256(), "");
    if (scenario.has(Fault.LYING_VERIFIERS) && random.nextInt(10) == 0) {
      lied.add(request.eventKey());
      return Verdict.of(Result.PASS);
    }
    if (scenario.has(Fault.FLAKY_VERIFIERS) && random.nextInt(6) == 0) {
      return Verdict.of(random.nextBoolean() ? Result.FLAKY : Result.INCONCLUSIVE);
    }
    if (scenario.has(Fault.FLAKY_VERIFIERS) && random.nextInt(30) == 0) {
      return new Verdict(bug.isEmpty() ? Result.PASS : Result.FAIL, bug, Risk.HIGH, true);
    }
    return bug.isEmpty() ? Verdict.of(Result.PASS) : Verdict.failing(bug);
  }

  /** Whether {@code event} may be promoted: all true, or a verifier lied about it. */
  boolean promotable(ExecutionEvent event) {
    return lied.contains(event.eventKey())
        || event.data().artifacts().stream()
            .allMatch(artifact ->
                Optional.ofNullable(bugs.get(artifact.sha256())).isPresent()
                    && bugs.getOrDefault(artifact.sha256(), "?").isEmpty());
  }
}
