import type { MachineTags } from "@agent-treasury/provider";

type Metadata = Readonly<Record<string, string>>;

const role = "agent_treasury_role";
const workspace = "agent_treasury_workspace";
const agent = "agent_treasury_agent";
const goal = "agent_treasury_goal";
const label = "agent_treasury_label";
const ourRole = "agent-body";

export function metadataOf(tags: MachineTags): Record<string, string> {
  return {
    [role]: ourRole,
    [workspace]: tags.workspaceId,
    ...(tags.agentId !== null && { [agent]: tags.agentId }),
    ...(tags.goal !== null && { [goal]: tags.goal }),
    ...(tags.label !== null && { [label]: tags.label }),
  };
}

/** Reads a machine's tags; null when it is not the treasury's. */
export function tagsOf(metadata: Metadata = {}): MachineTags | null {
  const workspaceId = metadata[workspace];
  if (metadata[role] !== ourRole || workspaceId === undefined) return null;
  return {
    workspaceId,
    agentId: metadata[agent] ?? null,
    goal: metadata[goal] ?? null,
    label: metadata[label] ?? null,
  };
}
