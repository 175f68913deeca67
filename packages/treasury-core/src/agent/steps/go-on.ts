import type { Proposal } from "@agent-treasury/contract";
import type { Storage } from "@agent-treasury/provider";
import { turnWasReset } from "../../treasury/proposals/earlier-epoch.ts";
import { proposalFromDoc } from "../../treasury/proposals/proposal-record.ts";
import { proposalKey } from "../../treasury/proposals/proposal.ts";
import { proposalToWire } from "../../treasury/wire.ts";
import { type TakenRecord, endedRecord } from "../journal/journal-record.ts";
import { spendOutcome } from "../tools/spend-outcome.ts";
import { type TurnRun, noteEvent } from "./turn-run.ts";

/** How a turn was taken up. */
export interface Continuation {
  readonly cause: TakenRecord["cause"];
  /** The workspace was reset since the turn began, or since it waits. */
  readonly isEarlierEpoch: boolean;
}

/** Begins where the records of a turn end: what people decided meanwhile is what its calls came to. */
export async function goOn(
  run: TurnRun,
  storage: Storage,
  { cause, isEarlierEpoch }: Continuation,
): Promise<void> {
  const { memory, journal, clock } = run;
  if (memory.ended !== null) return;
  journal.note({ kind: "taken", at: clock.now(), cause });
  if (isEarlierEpoch) {
    noteEvent(run, { kind: "error", message: turnWasReset });
    journal.note(endedRecord(turnWasReset));
  } else if (memory.awaiting.size > 0) {
    await noteOutcomes(run, storage);
  }
}

async function noteOutcomes(run: TurnRun, storage: Storage): Promise<void> {
  const { memory, turn } = run;
  const waiting = [...memory.awaiting];
  const ids = new Set(waiting.map(([, { id }]) => id));
  const current = await readProposals(storage, turn.workspaceId, [...ids]);
  for (const [callId, { id }] of waiting) {
    const proposal = current.get(id);
    if (proposal?.status === "pending") continue;
    const tool = memory.answer?.nameOf(callId) ?? "propose_spend";
    if (proposal === undefined) {
      // As after a backup was restored that has the turn's records and not the proposal.
      const result = { error: "The proposal is not there any more." };
      noteEvent(run, { kind: "tool_result", callId, tool, ok: false, result });
      continue;
    }
    const { ok, content: result } = spendOutcome(proposal);
    noteEvent(run, { kind: "tool_result", callId, tool, ok, result });
    noteEvent(run, { kind: "proposal", proposalId: id, proposal });
  }
}

/** As they are recorded: what expires in this moment is denied once that is durable, and the model is told then. */
async function readProposals(
  storage: Storage,
  workspaceId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Proposal>> {
  const [snapshot] = await storage.load([{ workspaceId, keys: ids.map(proposalKey) }]);
  const docs = snapshot?.found ?? [];
  return new Map(docs.map((doc) => [doc.id, proposalToWire(workspaceId, proposalFromDoc(doc))]));
}
