import { type Doc, type Entry, Micros, type Storage } from "@agent-treasury/provider";
import { workspacePages } from "../../../kernel/deployment/workspace-pages.ts";
import { invalidRequest } from "../../../kernel/errors.ts";
import { entryFromBody } from "../../../kernel/ledger/chain.ts";
import { proposalFromDoc } from "../../../kernel/proposals/proposal-record.ts";
import { type SpendProposal, proposalKey } from "../../../kernel/proposals/proposal.ts";

const entriesInPage = 100;
const maximumCaptures = 100_000;
const noDocs = { kind: "none", before: null, limit: 0 };

/** An external payment in the ledger. */
export interface RecordedCapture {
  readonly id: string;
  readonly amount: Micros;
  /** Milliseconds since 1970, as is `decidedAt`. */
  readonly at: number;
  readonly workspaceId: string;
  readonly proposalId: string;
  /** The payment cannot have left before. Zero if unknown. */
  readonly decidedAt: number;
  /** Name of the executor that paid it. Null in records of earlier versions. */
  readonly rail: string | null;
  /** Whether an entry took it back, at least in part. */
  readonly isReversed: boolean;
}

/**
 * Reads the captures of all workspaces that were recorded since a time.
 *
 * @throws TreasuryError `invalid_request` if there are too many.
 */
export async function recordedCaptures(
  storage: Storage,
  since: number,
): Promise<readonly RecordedCapture[]> {
  const captures: RecordedCapture[] = [];
  for await (const ids of workspacePages({ storage })) {
    for (const workspaceId of ids) await addCaptures(storage, workspaceId, since, captures);
  }
  return captures;
}

async function addCaptures(
  storage: Storage,
  workspaceId: string,
  since: number,
  captures: RecordedCapture[],
): Promise<void> {
  const reversed = new Set<string>();
  let beyond: bigint | null = null;
  for (;;) {
    const page = { order: "newest", beyond, limit: entriesInPage } as const;
    const { entries } = await storage.view(workspaceId, noDocs, page);
    const spends = await proposalsOf(storage, workspaceId, entries);
    for (const { amount, body } of entries) {
      const { id, type, proposalId, reference, reversalOf, createdAt } = entryFromBody(body);
      if (reversalOf !== null) reversed.add(reversalOf);
      if (type !== "expense" || reversalOf !== null) continue;
      if (proposalId === null || reference === null || Date.parse(createdAt) < since) continue;
      const spend = spends.get(proposalId);
      const paid = {
        workspaceId,
        proposalId,
        amount: Micros.negate(amount),
        isReversed: reversed.has(id),
      };
      captures.push({
        id: reference,
        ...paid,
        at: Date.parse(createdAt),
        decidedAt: spend?.decidedAt ?? spend?.createdAt ?? 0,
        rail: spend === undefined ? null : railOf(spend),
      });
    }
    if (captures.length > maximumCaptures) {
      throw invalidRequest("The period has too many payments. Use a shorter one.");
    }
    const oldest = entries.at(-1);
    if (oldest === undefined || entries.length < entriesInPage) return;
    if (Date.parse(entryFromBody(oldest.body).createdAt) < since) return;
    beyond = oldest.sequence;
  }
}

async function proposalsOf(
  storage: Storage,
  workspaceId: string,
  entries: readonly Entry[],
): Promise<ReadonlyMap<string, SpendProposal>> {
  const ids = entries.flatMap(({ body }) => entryFromBody(body).proposalId ?? []);
  if (ids.length === 0) return new Map();
  const keys = [...new Set(ids)].map(proposalKey);
  const [snapshot] = await storage.load([{ workspaceId, keys }]);
  const found: readonly Doc[] = snapshot?.found ?? [];
  return new Map(found.map((doc) => [doc.id, proposalFromDoc(doc)]));
}

function railOf({ facts, quote }: SpendProposal): string | null {
  if (quote !== null) return quote.rail;
  const evaluated = facts.approved ?? facts.proposed;
  return evaluated === undefined ? null : (evaluated.rail ?? "ledger");
}
