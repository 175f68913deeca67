import type { Storage } from "@agent-treasury/provider";
import { verifyChain } from "@agent-treasury/treasury-core";
import { allEntries, capsFlaw } from "test-suites/histories";
import { entryFromBody } from "../../packages/treasury-core/src/domain.ts";
import { type Expectations, expectationsFrom } from "./expectations.ts";
import type { Journalled } from "./journal.ts";

/** What was found when a ledger was held against what callers were told. */
export interface Audit {
  /** Each one cent, or one cap, too many or too few. None is what is hoped for. */
  readonly flaws: readonly string[];
  readonly entries: number;
  /** Entries of callers who had not been answered yet. */
  readonly unanswered: number;
  /** Spends that a cap or the reserve stopped. */
  readonly stopped: number;
}

/**
 * Replays a workspace's ledger: its chain and totals hold, no spend passed a limit, what a caller was
 * told of is in it once and with its amount, and nothing else is in it, apart from what callers asked
 * for who were not answered.
 */
export async function auditLedger(
  storage: Storage,
  workspaceId: string,
  journal: readonly Journalled[],
): Promise<Audit> {
  const expected = expectationsFrom(journal.filter((one) => one.workspaceId === workspaceId));
  const flaws = [...expected.flaws];
  const { problem } = await verifyChain(storage, workspaceId);
  if (problem !== null) flaws.push(`The chain does not verify: ${problem}`);
  const capPassed = await capsFlaw(storage, workspaceId, new Set());
  if (capPassed !== null) flaws.push(capPassed);
  const replayed = await replay(storage, workspaceId, expected);
  return { ...replayed, flaws: [...flaws, ...replayed.flaws], stopped: expected.stopped };
}

async function replay(
  storage: Storage,
  workspaceId: string,
  { certain, possible }: Expectations,
): Promise<Omit<Audit, "stopped">> {
  const flaws: string[] = [];
  const found = new Set<string>();
  let unanswered = 0;
  for await (const { sequence, amount, body } of allEntries(storage, workspaceId)) {
    const { proposalId, reference } = entryFromBody(body);
    const name = proposalId === null ? `payment ${reference}` : `spend ${proposalId}`;
    const asked = certain.get(name) ?? possible.get(name);
    if (found.has(name)) flaws.push(`Entry ${sequence} doubles ${name}.`);
    else if (asked === undefined) flaws.push(`Entry ${sequence}, ${name}, is of nobody's asking.`);
    else if (asked !== amount)
      flaws.push(`Entry ${sequence}, ${name}, is ${amount}, not ${asked}.`);
    if (!certain.has(name)) unanswered += 1;
    found.add(name);
  }
  for (const name of certain.keys()) {
    if (!found.has(name)) flaws.push(`Somebody was told of ${name}, which is lost.`);
  }
  return { flaws: flaws.slice(0, 20), entries: found.size, unanswered };
}
