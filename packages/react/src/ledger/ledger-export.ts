import type { LedgerEntry, Proposal, TreasuryClient } from "@agent-treasury/sdk-client";
import { csvText } from "../format/csv.ts";

const entriesInCall = 100;
/** The limit of an export in the browser. `agent-treasury export` has none. */
const mostEntries = 50_000;

const columns = [
  "sequence",
  "createdAt",
  "businessDay",
  "type",
  "description",
  "amountUsd",
  "balanceUsd",
  "proposalId",
  "reference",
  "reversalOf",
  "previousHash",
  "hash",
] as const satisfies readonly (keyof LedgerEntry)[];

/** Reads the whole ledger and writes it as CSV, oldest entry first. */
export async function exportLedger(client: TreasuryClient): Promise<string> {
  const entries: LedgerEntry[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.treasury.ledger({ cursor, limit: entriesInCall });
    entries.push(...page.entries);
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined && entries.length < mostEntries);
  if (cursor !== undefined) {
    throw new Error(
      `This ledger has more than ${mostEntries} entries: export it by the command agent-treasury export.`,
    );
  }
  const proposals = await readProposals(client);
  const lines = entries.toReversed().map((entry) => {
    const { operator = null, operatorVerified } = proposals.get(entry.proposalId ?? "") ?? {};
    const isVerified = operator === null ? null : String(operatorVerified);
    return [...columns.map((name) => entry[name]), operator, isVerified];
  });
  return csvText([[...columns, "operator", "operatorVerified"], ...lines]);
}

/** The listed spends, used to find the approver of an entry. */
async function readProposals(client: TreasuryClient): Promise<ReadonlyMap<string, Proposal>> {
  const proposals = new Map<string, Proposal>();
  let cursor: string | undefined;
  do {
    const page = await client.treasury.proposals({ cursor, limit: entriesInCall });
    for (const proposal of page.proposals) proposals.set(proposal.id, proposal);
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined && proposals.size < mostEntries);
  return proposals;
}
