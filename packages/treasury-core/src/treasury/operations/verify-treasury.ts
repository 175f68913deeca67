import type { Verification } from "@agent-treasury/contract";
import type { CopiedPart } from "@agent-treasury/provider";
import { openingTip } from "../../ledger/books.ts";
import type { KeptHead } from "../../ledger/kept-heads.ts";
import { type ChainReport, ChainWalk } from "../../ledger/verify.ts";
import type { Engine } from "../engine.ts";
import { RecordsWalk } from "./records-walk.ts";

const notice =
  "This shows every edit of an entry, a text, a balance or a total. It cannot show that whoever owns the database rewrote the whole chain, unless an earlier head hash was kept elsewhere.";

/** Recomputes a workspace's chain, from its first entry to its head. */
export async function verifyTreasury(engine: Engine, workspaceId: string): Promise<Verification> {
  const report = await verifyCopy(workspaceId, engine.storage.copy(workspaceId));
  const { lastHash } = openingTip(workspaceId, engine.startingCapital, "");
  return {
    workspaceId,
    valid: report.problem === null,
    entriesChecked: report.entriesChecked,
    firstInvalidSequence:
      report.firstInvalidSequence === null ? null : Number(report.firstInvalidSequence),
    problem: report.problem,
    headHash: report.headHash ?? lastHash,
    headSequence: Number(report.headSequence),
    notice,
  };
}

/**
 * Recomputes all of one workspace from a copy of it, wherever that comes from: the chain, and whether
 * the documents beside it fit it and each other.
 *
 * @param parts as `Storage.copy` gives them, in that order.
 * @param keptHeads where the chain stood before; one that it does not come past shows a rewrite.
 * @example
 * const report = await verifyCopy("acme", storage.copy("acme"), [{ sequence: 3n, hash }]);
 */
export async function verifyCopy(
  workspaceId: string,
  parts: AsyncIterable<CopiedPart>,
  keptHeads: readonly KeptHead[] = [],
): Promise<ChainReport> {
  const chain = new ChainWalk(workspaceId, keptHeads);
  const records = new RecordsWalk();
  for await (const part of parts) {
    chain.see(part);
    records.see(part);
  }
  const report = chain.report();
  return { ...report, problem: report.problem ?? records.problem() };
}
