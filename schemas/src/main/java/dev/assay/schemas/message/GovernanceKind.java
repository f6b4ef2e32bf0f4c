package dev.assay.schemas.message;

/** What a {@link GovernanceFact} tells. */
public enum GovernanceKind {
  CHILD_OPENED,
  CHILD_SETTLED,
  APPROVAL_ANSWERED,
  APPROVAL_EXPIRED,
  PLAN_SUGGESTED,
  EVIDENCE_GIVEN,
  REQUIREMENTS_LOWERED
}
