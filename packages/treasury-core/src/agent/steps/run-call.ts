import type { OpenCall } from "../journal/open-answer.ts";
import { type ToolOutcome, type TurnTool, refuseCall } from "../tools/turn-tool.ts";
import { cleanJson } from "./clean-json.ts";
import { type TurnRun, noteEvent } from "./turn-run.ts";

/** The outcome of a call that a dead process had begun, where nobody can tell how far it came. */
const nobodyKnows: ToolOutcome = {
  ok: false,
  content: {
    error:
      "The service stopped while this ran, and nobody knows whether it was done. Find out before you do it again.",
  },
};

/**
 * Runs a call, and notes what it came to. Before a tool that changes something runs, it is durable
 * that it will: whoever takes the turn up after a crash knows then that it may have run.
 */
export async function runCall(run: TurnRun, call: OpenCall): Promise<void> {
  const { journal, signal, tools } = run;
  signal.throwIfAborted();
  const { callId, name } = call;
  const tool = tools.byName.get(name);
  const isWrite = tool?.effect === "write";
  if (!call.wasBegun) {
    const shown = cleanJson(call.arguments) as typeof call.arguments;
    const begun = { kind: "tool_call", callId, tool: name, arguments: shown } as const;
    noteEvent(run, begun, isWrite ? { isWrite } : {});
  }
  if (isWrite) await journal.flush();
  else journal.sendSoon();
  noteOutcome(run, call, await outcomeOf(run, call, tool));
}

async function outcomeOf(
  run: TurnRun,
  call: OpenCall,
  tool: TurnTool | undefined,
): Promise<ToolOutcome> {
  if (tool === undefined) {
    const names = [...run.tools.byName.keys()].join(", ");
    return refuseCall(`There is no tool ${JSON.stringify(call.name)}. The tools are: ${names}.`);
  }
  if (call.wasBegun && tool.effect === "write" && !tool.repeatable) return nobodyKnows;
  const { callId } = call;
  const { turn, epoch, signal } = run;
  const context = { ...turn, epoch, callId, idempotencyKey: callId, signal };
  return tool.run(call.arguments, context);
}

function noteOutcome(run: TurnRun, { callId, name }: OpenCall, outcome: ToolOutcome): void {
  const { ok, content, nothingHappened, proposal } = outcome;
  const result = cleanJson(content);
  const event = { kind: "tool_result", callId, tool: name, ok, result } as const;
  noteEvent(run, event, nothingHappened === true ? { nothingHappened } : {});
  if (proposal === undefined) return;
  const proposalId = proposal.id;
  const waits = proposal.status === "pending";
  noteEvent(run, { kind: "proposal", proposalId, proposal }, waits ? { waitingCall: callId } : {});
  if (waits) noteEvent(run, { kind: "awaiting_approval", proposalId });
}
