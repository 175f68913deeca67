import type { MachineTags } from "@agent-treasury/provider";

/** On every container and volume of a deployment; its value names the deployment. */
export const appLabel = "agent-treasury.app";

const tagLabels = {
  workspaceId: "agent-treasury.workspace-id",
  agentId: "agent-treasury.agent-id",
  goal: "agent-treasury.goal",
  label: "agent-treasury.label",
} as const;

export type Labels = Readonly<Record<string, string>>;

export function labelsOf(app: string, tags: MachineTags): Record<string, string> {
  const named = Object.entries(tagLabels).flatMap(([field, label]) => {
    const value = tags[field as keyof MachineTags];
    return value === null ? [] : [[label, value] as const];
  });
  return { [appLabel]: app, ...Object.fromEntries(named) };
}

export function tagsOf(app: string, labels: Labels | null | undefined): MachineTags | null {
  const workspaceId = labels?.[tagLabels.workspaceId];
  if (labels?.[appLabel] !== app || workspaceId === undefined) return null;
  return {
    workspaceId,
    agentId: labels[tagLabels.agentId] ?? null,
    goal: labels[tagLabels.goal] ?? null,
    label: labels[tagLabels.label] ?? null,
  };
}
