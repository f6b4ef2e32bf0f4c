-- A page of an agent's attestations of one fleet read all of the agent's where most are of another.
create index attestation_by_agent_and_fleet on attestation (agent, fleet${position});
