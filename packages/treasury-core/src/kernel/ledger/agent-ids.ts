/** The agent that runs turns in this service. */
export const builtInAgentId = "agent";

/** Spends that a person proposes without an agent. */
export const personAgentId = "person";

/** The agent of spends that a plugin proposes. */
export function pluginAgentId(pluginId: string): string {
  return `plugin:${pluginId}`;
}

/** Whether no external agent can have this id. */
export function isReservedAgentId(id: string): boolean {
  return id === builtInAgentId || id === personAgentId || id.startsWith(pluginAgentId(""));
}
