package dev.assay.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.director.FactRights;
import dev.assay.http.Permission;
import dev.assay.http.Role;
import dev.assay.schemas.message.GovernanceKind;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The director asks of a fact what the route asks that takes it in. */
class FactRightsTest {

  @ParameterizedTest
  @CsvSource({"ANSWER, APPROVAL_ANSWERED", "ANSWER, REQUIREMENTS_LOWERED", "VOUCH, EVIDENCE_GIVEN"})
  void theRolesOfAFactAreThoseOfItsPermission(Permission permission, GovernanceKind kind) {
    assertThat(FactRights.roles(kind))
        .isEqualTo(permission.roles().stream().map(Role::text).collect(Collectors.toSet()));
  }
}
