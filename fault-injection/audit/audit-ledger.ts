import type { Storage } from "@agent-treasury/provider";
import { verifyChain } from "@agent-treasury/treasury-core/verify";
import { allEntries, capsFlaw } from "test-suites/histories";
import { entryFromBody } from "../../packages/treasury-core/src/domain.ts";
import { type Expectations, expectationsFrom } from "./expectations.ts";
import type { Journalled } from "./journal.ts";

/** The result of comparing a ledger with the responses to callers. */
export interface Audit {
  /** Deviations, even of one cent or one cap. The expected list is empty. */
  readonly flaws: readonly string[];
  readonly entries: number;
  readonly unanswered: number;
  readonly stopped: number;
}

/**
 * Audits a workspace's ledger: its chain and totals are valid, no spend passed a limit, and every
 * operation with a response is in it once with its amount. It may also contain operations without a
 * response.
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
    else if (asked === undefined) flaws.push(`Entry ${sequence}, ${name}, matches no operation.`);
    else if (asked !== amount)
      flaws.push(`Entry ${sequence}, ${name}, is ${amount}, not ${asked}.`);
    if (!certain.has(name)) unanswered += 1;
    found.add(name);
  }
  for (const name of certain.keys()) {
    if (!found.has(name)) flaws.push(`${name} was confirmed to a caller but is lost.`);
  }
  return { flaws: flaws.slice(0, 20), entries: found.size, unanswered };
}
