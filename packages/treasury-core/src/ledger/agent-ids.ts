/** The agent that runs turns in this service. */
export const builtInAgentId = "agent";

/** Spends that a person proposes without an agent. */
export const personAgentId = "person";

/** Ids that no external agent can have. */
export const reservedAgentIds: readonly string[] = [builtInAgentId, personAgentId];
