import type { Verification } from "@agent-treasury/contract";
import { accountFromRecord } from "../ledger/account-record.ts";
import { openingTip } from "../ledger/books.ts";
import { verifyChain } from "../ledger/verify.ts";
import { add, zero } from "../money/micros.ts";
import type { Storage } from "../ports/storage.ts";
import type { Engine } from "./engine.ts";
import { proposalFromDoc } from "./proposal-record.ts";
import { proposalKind } from "./proposal.ts";

const notice =
  "This shows every edit of an entry, a text, a balance or a total. It cannot show that whoever owns the database rewrote the whole chain, unless an earlier head hash was kept elsewhere.";

/** Recomputes a workspace's chain, from its first entry to its head. */
export async function verifyTreasury(engine: Engine, workspaceId: string): Promise<Verification> {
  const report = await verifyChain(engine.storage, workspaceId);
  const problem = report.problem ?? (await heldFlaw(engine.storage, workspaceId));
  const { lastHash } = openingTip(workspaceId, engine.startingCapital, "");
  return {
    workspaceId,
    valid: problem === null,
    entriesChecked: report.entriesChecked,
    firstInvalidSequence:
      report.firstInvalidSequence === null ? null : Number(report.firstInvalidSequence),
    problem,
    headHash: report.headHash ?? lastHash,
    headSequence: Number(report.headSequence),
    notice,
  };
}

/** What is held is in no entry yet: it must be what the approved spends that wait add up to. */
async function heldFlaw(storage: Storage, workspaceId: string): Promise<string | null> {
  const [snapshot] = await storage.load([{ workspaceId, keys: [] }]);
  if (snapshot === undefined || snapshot.head === null) return null;
  const held = snapshot.open
    .filter((doc) => doc.kind === proposalKind)
    .map(proposalFromDoc)
    .filter(({ status }) => status === "approved")
    .reduce((sum, { amount }) => add(sum, amount), zero);
  return accountFromRecord(snapshot.head.account).held === held
    ? null
    : "The amount held in the head is not what the approved spends under way add up to.";
}
