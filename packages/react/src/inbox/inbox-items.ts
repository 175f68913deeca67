import type {
  AdministrativeAction,
  Inbox,
  InboxWorkspace,
  Proposal,
} from "@agent-treasury/sdk-client";

/** A spend or a change that needs approval, with the money of its workspace. */
export type InboxItem =
  | {
      readonly kind: "spend";
      readonly proposal: Proposal;
      readonly workspace: InboxWorkspace;
    }
  | { readonly kind: "change"; readonly action: AdministrativeAction };

/** Returns spends and changes as one list, the oldest first. */
export function inboxItems({ proposals, actions, workspaces }: Inbox): readonly InboxItem[] {
  const known = new Map(workspaces.map((workspace) => [workspace.workspaceId, workspace]));
  const items: readonly (readonly [string, InboxItem])[] = [
    ...proposals.flatMap((proposal) => {
      const workspace = known.get(proposal.workspaceId);
      if (workspace === undefined) return [];
      return [[proposal.createdAt, { kind: "spend", proposal, workspace }] as const];
    }),
    ...actions.map((action) => [action.startedAt, { kind: "change", action }] as const),
  ];
  return items.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, item]) => item);
}

/** Returns the workspaces of which the inbox has only the oldest spends. */
export function cutWorkspaces({ proposals, workspaces }: Inbox): readonly InboxWorkspace[] {
  const listed = (id: string): number =>
    proposals.filter(({ workspaceId }) => workspaceId === id).length;
  return workspaces.filter(({ workspaceId, pendingCount }) => pendingCount > listed(workspaceId));
}

export function itemId(item: InboxItem): string {
  const { workspaceId, id } = item.kind === "spend" ? item.proposal : item.action;
  return `${workspaceId} ${id}`;
}
