import type { DuePlace, Storage } from "@agent-treasury/provider";
import { holdsMoney, proposalFromDoc } from "../../../kernel/proposals/proposal-record.ts";
import { proposalKind, spendPartKind } from "../../../kernel/proposals/proposal.ts";
import { type HeldSpend, isHeld } from "../payouts/held-spend.ts";

const pageSize = 1_000;
const maximumPages = 20;
/** The latest date. */
const always = 8.64e15;

export interface HeldSpends {
  readonly held: readonly { readonly workspaceId: string; readonly spend: HeldSpend }[];
  /** False if there are more. */
  readonly isComplete: boolean;
}

/** Reads the spends in flight of all workspaces. Each has a due time, at which recovery continues it. */
export async function heldSpends(storage: Storage): Promise<HeldSpends> {
  const held: { workspaceId: string; spend: HeldSpend }[] = [];
  let after: DuePlace | null = null;
  for (let page = 0; page < maximumPages; page += 1) {
    const due = await storage.due(always, after, pageSize, [proposalKind, spendPartKind]);
    for (const { workspaceId, doc } of due) {
      after = { dueAt: doc.dueAt ?? 0, workspaceId, kind: doc.kind, id: doc.id };
      // The due time of a pending proposal is its expiry.
      if (!holdsMoney(doc)) continue;
      const spend = proposalFromDoc(doc);
      if (isHeld(spend)) held.push({ workspaceId, spend });
    }
    if (due.length < pageSize) return { held, isComplete: true };
  }
  return { held, isComplete: false };
}
