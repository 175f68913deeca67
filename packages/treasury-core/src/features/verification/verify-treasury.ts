import type { Verification } from "@agent-treasury/contract";
import type { CopiedPart } from "@agent-treasury/provider";
import type { Engine } from "../../kernel/engine.ts";
import type { CopyWalk } from "../../kernel/ledger/copy-walk.ts";
import { openingHead } from "../../kernel/ledger/ledger-state.ts";
import { type ChainReport, ChainWalk } from "./chain-walk.ts";
import type { KeptHead } from "./kept-heads.ts";
import { RecordsWalk } from "./records-walk.ts";

const notice =
  "Verification detects every edit of an entry, a text, a balance or a total. It cannot detect that the owner of the database rewrote the whole chain, unless an earlier head hash was saved elsewhere.";

export async function verifyTreasury(engine: Engine, workspaceId: string): Promise<Verification> {
  const copy = engine.storage.copy(workspaceId);
  const report = await verifyParts(workspaceId, copy, [], await engine.walksOf(workspaceId));
  const { lastHash } = openingHead(workspaceId, engine.startingCapital, "");
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

/** Verifies the hash chain, the kernel's documents, and what `walks` verify, in a copy of a workspace. */
export async function verifyParts(
  workspaceId: string,
  parts: AsyncIterable<CopiedPart>,
  keptHeads: readonly KeptHead[],
  walks: readonly CopyWalk[],
): Promise<ChainReport> {
  const chain = new ChainWalk(workspaceId, keptHeads);
  const records = new RecordsWalk();
  for await (const part of parts) {
    chain.see(part);
    records.see(part);
    for (const walk of walks) await walk.see(part);
  }
  const report = chain.report();
  const problems = [records, ...walks].map((walk) => walk.problem());
  const problem = report.problem ?? problems.find((one) => one !== null) ?? null;
  return { ...report, problem };
}
