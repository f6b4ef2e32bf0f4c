package dev.assay.ingest;

/**
 * What ingest needs of the rest of the system.
 *
 * @param publisher where executions go
 * @param facts where answers go
 * @param events the recent executions and those that come
 * @param decisions the decisions that come, and some recent ones where {@code approvals} has none
 * @param refusals what the director refuses from now on
 * @param approvals questions that {@code decisions} has not shown
 * @param fleets what belongs to whom that {@code events} has not shown
 * @param deadLetters what was refused
 */
public record IngestPorts(
    EventPublisher publisher,
    FactPublisher facts,
    EventFeed events,
    DecisionFeed decisions,
    RefusalFeed refusals,
    ApprovalSource approvals,
    FleetSource fleets,
    DeadLetters deadLetters) {}
