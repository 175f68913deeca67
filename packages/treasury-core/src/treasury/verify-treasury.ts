import type { Verification } from "@agent-treasury/contract";
import { openingTip } from "../ledger/books.ts";
import { verifyChain } from "../ledger/verify.ts";
import type { Engine } from "./engine.ts";

const notice =
  "This shows every edit of an entry, a text, a balance or a total. It cannot show that whoever owns the database rewrote the whole chain, unless an earlier head hash was kept elsewhere.";

/** Recomputes a workspace's chain, from its first entry to its head. */
export async function verifyTreasury(engine: Engine, workspaceId: string): Promise<Verification> {
  const report = await verifyChain(engine.storage, workspaceId);
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
