import type { Proposal } from "@agent-treasury/contract";
import type { Doc } from "@agent-treasury/provider";
import { turnWasReset } from "../../../kernel/proposals/earlier-epoch.ts";
import { proposalFromDoc } from "../../../kernel/proposals/proposal-record.ts";
import { proposalKey } from "../../../kernel/proposals/proposal.ts";
import { proposalToWire } from "../../../kernel/views/wire.ts";
import { endedRecord } from "../log/turn-record.ts";
import { spendOutcome } from "../tools/treasury-tools.ts";
import { type Resumption, type TurnRun, addEvent } from "./turn-run.ts";

/** Records the decisions as results of the turn's calls. */
export async function recordResumption(
  run: TurnRun,
  { cause, isEarlierEpoch, proposals }: Resumption,
): Promise<void> {
  const { state, log, deps } = run;
  const { clock } = deps.engine;
  if (state.ended !== null) return;
  log.add({ kind: "taken", at: clock.now(), cause });
  if (isEarlierEpoch) {
    addEvent(run, { kind: "error", message: turnWasReset });
    log.add(endedRecord(turnWasReset));
  } else if (state.awaiting.size > 0) {
    await recordDecisions(run, proposals);
  }
}

async function recordDecisions(run: TurnRun, read: readonly Doc[]): Promise<void> {
  const { state, deps } = run;
  const waiting = [...state.awaiting];
  const ids = new Set(waiting.map(([, { id }]) => id));
  const proposals = await readProposals(run, [...ids], read);
  for (const [callId, { id }] of waiting) {
    const proposal = proposals.get(id);
    if (proposal?.status === "pending") continue;
    const tool = state.answer?.nameOf(callId) ?? "propose_spend";
    if (proposal === undefined) {
      // A restored backup may have the turn's records without the proposal.
      const result = { error: "The proposal no longer exists." };
      addEvent(run, { kind: "tool_result", callId, tool, ok: false, result });
      continue;
    }
    const concluded = await deps.tools.byName.get(tool)?.concluded?.(proposal);
    const { ok, content: result, hasContent } = concluded ?? spendOutcome(proposal);
    const content = hasContent === true ? { hasContent } : {};
    addEvent(run, { kind: "tool_result", callId, tool, ok, result }, content);
    addEvent(run, { kind: "proposal", proposalId: id, proposal });
  }
}

/** Uses the recorded status, because an expired proposal is not denied until that is durable. */
async function readProposals(
  { turn: { workspaceId }, deps }: TurnRun,
  ids: readonly string[],
  read: readonly Doc[],
): Promise<ReadonlyMap<string, Proposal>> {
  const known = new Set(read.map(({ id }) => id));
  const keys = ids.filter((id) => !known.has(id)).map(proposalKey);
  const [snapshot] =
    keys.length === 0 ? [] : await deps.engine.storage.load([{ workspaceId, keys }]);
  const docs = [...read, ...(snapshot?.found ?? [])];
  return new Map(docs.map((doc) => [doc.id, proposalToWire(workspaceId, proposalFromDoc(doc))]));
}
