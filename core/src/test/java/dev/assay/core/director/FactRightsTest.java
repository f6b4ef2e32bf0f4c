package dev.assay.core.director;

import static dev.assay.core.director.World.execution;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.sim.Item;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.message.Approval;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.GovernanceKind;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What docs/design/0890-facts-say-in-which-role.md promises. */
class FactRightsTest {

  private final World world = new World(Facts.policy());

  /** Facts that need a role, of a halted work item, with the roles that they need. */
  static Stream<Arguments> facts() {
    return Stream.<Function<Approval, GovernanceFact>>of(
            open -> GovernanceFact.answered("w", open.id(), "resume", null, "ann"),
            _ -> GovernanceFact.lowered("w", null, null, List.of("tests"), "why", "ann"),
            _ -> GovernanceFact.evidence("w", Digests.sha256Hex("e"), "ci", List.of()))
        .map(fact -> Arguments.of(fact));
  }

  @ParameterizedTest
  @MethodSource("facts")
  void whatIsToldWithoutTheRoleForItIsRefusedAndChangesNothing(
      Function<Approval, GovernanceFact> about) {
    GovernanceFact fact = about.apply(halted(world));
    boolean vouches = fact.kind() == GovernanceKind.EVIDENCE_GIVEN;
    List<GovernanceFact> forged =
        List.of(
            fact,
            fact.as("submit", "f"),
            fact.as("audit", null),
            fact.as("OPERATE", null),
            fact.as(vouches ? "approve" : "evidence", "f"),
            fact.as(vouches ? "evidence" : "approve", "g"),
            fact.as(vouches ? "evidence" : "approve", null),
            fact.as("operate", "g"));
    Item before = world.state("w");

    for (GovernanceFact each : forged) {
      int emitted = world.emissions.size();
      world.forge(each);

      assertThat(world.emissions.subList(emitted, world.emissions.size()))
          .as(each.role() + " of " + each.fleet())
          .singleElement()
          .isInstanceOfSatisfying(
              Emission.Refuse.class,
              refused -> assertThat(refused.rejection().code()).isEqualTo(ErrorCode.FORBIDDEN));
    }
    assertThat(world.state("w").facts()).isEqualTo(before.facts());
    assertThat(world.state("w").head()).isEqualTo(before.head());
  }

  @ParameterizedTest
  @CsvSource({"approve,f", "operate,", "operate,f"})
  void theAnswerOfWhoMayGiveItIsTakenAndAttestedWithItsRole(String role, @Nullable String fleet) {
    Approval open = halted(world);

    world.forge(GovernanceFact.answered("w", open.id(), "resume", null, "ann").as(role, fleet));

    assertThat(world.decisions("w").getLast().kind()).isEqualTo(DecisionKind.CONTINUE);
    assertThat(world.all(Emission.Attest.class).getLast().statement().text())
        .contains("\"answeredAs\":\"" + role + "\",\"answeredBy\":\"ann\"");
  }

  @Test
  void whoLowersIsAttestedWithTheRole() {
    var _ = world.attempt(execution("w", 1).requires("scan").build(), _ -> Result.FAIL);

    world.forge(
        GovernanceFact.lowered("w", null, null, List.of("scan"), "no scanner", "ann")
            .as("approve", "f"));

    assertThat(world.all(Emission.Attest.class).getLast().statement().text())
        .contains("\"answeredAs\":\"approve\",\"answeredBy\":\"ann\"", "no scanner");
  }

  @Test
  void whoMayNotVouchMakesNoClaimAnythingElse() {
    World demanding = new World(Facts.demanding());
    var _ = demanding.attempt(execution("w", 1).build().by("agent"), _ -> Result.PASS);
    ExecutionEvent event = execution("w", 2).risk(Risk.MEDIUM).build().by("ci").witnessed("ci");
    GovernanceFact fact =
        GovernanceFact.evidence("w", event.eventKey(), "ci", event.data().digests());
    demanding.forge(fact);
    demanding.forge(fact.as("submit", "f"));
    demanding.forge(fact.as("evidence", "g"));

    assertThat(demanding.attempt(event, _ -> Result.PASS).evidence())
        .isNotEqualTo(EvidenceBasis.WITNESSED);
  }

  /** Facts that need no role are kept under their ids, and evidence is looked up by its id. */
  @Test
  void aFactUnderTheIdOfAnotherIsRefused() {
    var _ = world.attempt(execution("w", 1).build().by("agent"), _ -> Result.PASS);
    ExecutionEvent event = execution("w", 2).build().by("ci").witnessed("ci");
    GovernanceFact wanted =
        Facts.told(GovernanceFact.evidence("w", event.eventKey(), "ci", event.data().digests()));
    GovernanceFact m = GovernanceFact.suggested("w", event.eventKey(), "model", List.of());
    int facts = world.state("w").facts().size();

    world.forge(
        new GovernanceFact(
            wanted.id(),
            m.workItem(),
            m.kind(),
            m.related(),
            m.subject(),
            m.answer(),
            m.reason(),
            m.by(),
            m.names(),
            m.depth(),
            m.requires(),
            null,
            null));

    assertThat(world.all(Emission.Refuse.class).getLast().rejection().code())
        .isEqualTo(ErrorCode.DIGEST_MISMATCH);
    assertThat(world.state("w").facts()).hasSize(facts);
  }

  @Test
  void whatWasTakenInBeforeFactsHadRolesIsRebuiltAsItWas() {
    World earlier = new World(Facts.policy(), Edition.BEFORE_ROLES);
    Approval open = halted(earlier);

    earlier.forge(GovernanceFact.answered("w", open.id(), "resume", null, "ann"));

    assertThat(earlier.decisions("w").getLast().kind()).isEqualTo(DecisionKind.CONTINUE);
    assertThat(earlier.all(Emission.Attest.class).getLast().statement().text())
        .contains("\"answeredBy\":\"ann\"")
        .doesNotContain("answeredAs");
  }

  private static Approval halted(World world) {
    world.fail("w", 6);
    return Objects.requireNonNull(world.shown("w").approval());
  }
}
