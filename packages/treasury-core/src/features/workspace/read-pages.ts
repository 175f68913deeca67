import type { LedgerPage, ProposalPage } from "@agent-treasury/contract";
import type { Engine } from "../../kernel/engine.ts";
import { proposalKind } from "../../kernel/proposals/proposal.ts";
import { firstOf, invalidCursor, readPlace, viewDocs } from "../../kernel/views/doc-page.ts";
import { entryToWire, shownAt } from "../../kernel/views/wire.ts";

/** Returns proposals of the current epoch, newest first. */
export async function readProposals(
  engine: Engine,
  workspaceId: string,
  cursor: string | undefined,
  limit: number,
): Promise<ProposalPage> {
  const before = cursor === undefined ? null : readPlace(cursor);
  const asked = { kind: proposalKind, before, limit: limit + 1 };
  const { docs, head, storageNow } = await viewDocs(engine.storage, workspaceId, asked);
  const page = firstOf(
    docs.filter((doc) => doc.epoch === head?.epoch),
    limit,
  );
  return {
    proposals: page.docs.map((doc) => shownAt(workspaceId, doc, storageNow)),
    cursor: page.cursor,
  };
}

/** Returns entries of the current epoch, newest first. */
export async function readLedger(
  engine: Engine,
  workspaceId: string,
  cursor: string | undefined,
  limit: number,
): Promise<LedgerPage> {
  const view = await engine.storage.view(
    workspaceId,
    { kind: proposalKind, before: null, limit: 0 },
    {
      order: "newest",
      beyond: cursor === undefined ? null : readSequence(cursor),
      limit: limit + 1,
    },
  );
  const entries = view.entries.filter((entry) => entry.epoch === view.head?.epoch);
  const page = entries.slice(0, limit);
  return {
    entries: page.map((entry) => entryToWire(workspaceId, entry)),
    cursor: entries.length > limit ? String(page.at(-1)?.sequence) : null,
  };
}

function readSequence(cursor: string): bigint {
  if (!/^\d{1,18}$/.test(cursor)) throw invalidCursor();
  return BigInt(cursor);
}
