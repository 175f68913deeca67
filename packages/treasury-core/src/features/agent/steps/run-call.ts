import type { View } from "@agent-treasury/provider";
import { lazily } from "@agent-treasury/provider/helpers";
import { cleanText } from "@agent-treasury/tool-call-markup/text";
import { type ToolOutcome, type TurnTool, refuseCall } from "../../../kernel/turn-tool.ts";
import { stateOf } from "../../../kernel/views/read-treasury.ts";
import { viewAfter, viewShown } from "../../../kernel/views/shown-proposals.ts";
import { personsMessage } from "../../payees/later.ts";
import type { OpenCall } from "../log/open-answer.ts";
import { type LeasedTurn, type TurnRun, addEvent } from "./turn-run.ts";

/** The outcome of a write call that a crashed process had started. */
const unknownOutcome: ToolOutcome = {
  ok: false,
  content: {
    error:
      "The service stopped during this call, and its outcome is unknown. Check the outcome before you repeat the call.",
  },
};

/** The record of a write call is durable before its tool runs, so that it does not run twice after a crash. */
export async function runCall(run: TurnRun, call: OpenCall): Promise<void> {
  const { log, signal, deps } = run;
  signal.throwIfAborted();
  const { callId, name } = call;
  const tool = deps.tools.byName.get(name);
  const isWrite = tool?.effect === "write";
  if (!call.wasBegun) {
    const shown = cleanJson(call.arguments) as typeof call.arguments;
    const begun = { kind: "tool_call", callId, tool: name, arguments: shown } as const;
    addEvent(run, begun, isWrite ? { isWrite } : {});
  }
  if (isWrite) await log.flush();
  else log.sendSoon();
  addOutcome(run, call, tool?.content === "outside", await outcomeOf(run, call, tool));
}

/**
 * The result of a turn with effects contains a state, also if the storage fails during a call. Returns the
 * view if it was read now.
 */
export async function rememberState({ live, turn, deps }: LeasedTurn): Promise<View | null> {
  if (live.stateBefore !== null) return null;
  const { engine } = deps;
  const { committer, storage } = engine;
  const { workspaceId } = turn;
  const known = committer.seen(workspaceId, viewAfter);
  if (known !== null) {
    live.stateBefore = lazily(() => stateOf(engine, workspaceId, known()));
    return null;
  }
  const view = await committer.see(workspaceId, () => viewShown(storage, workspaceId));
  live.stateBefore = lazily(() => stateOf(engine, workspaceId, view));
  return view;
}

async function outcomeOf(
  run: TurnRun,
  call: OpenCall,
  tool: TurnTool | undefined,
): Promise<ToolOutcome> {
  if (tool === undefined) {
    const names = [...run.deps.tools.byName.keys()].join(", ");
    return refuseCall(`There is no tool ${JSON.stringify(call.name)}. The tools are: ${names}.`);
  }
  if (call.wasBegun && tool.effect === "write" && !tool.repeatable) return unknownOutcome;
  const { callId } = call;
  const { turn, epoch, startedBy, signal, state } = run;
  const { hasReadContent, hasReadOutside, begun } = state;
  const identity = { ...turn, epoch, startedBy, callId, idempotencyKey: callId };
  const read = { hasReadContent, hasReadOutside, message: personsMessage(begun?.message ?? "") };
  return tool.run(call.arguments, { ...identity, ...read, signal });
}

function addOutcome(
  run: TurnRun,
  { callId, name }: OpenCall,
  isOutside: boolean,
  outcome: ToolOutcome,
): void {
  const { ok, content, hasContent, nothingHappened, proposal } = outcome;
  const result = cleanJson(content);
  const event = { kind: "tool_result", callId, tool: name, ok, result } as const;
  addEvent(run, event, {
    ...(hasContent === true && { hasContent }),
    ...(isOutside && nothingHappened !== true && { isOutside }),
    ...(nothingHappened === true && { nothingHappened }),
  });
  if (proposal === undefined) return;
  const proposalId = proposal.id;
  const waits = proposal.status === "pending";
  addEvent(run, { kind: "proposal", proposalId, proposal }, waits ? { waitingCall: callId } : {});
  if (waits) addEvent(run, { kind: "awaiting_approval", proposalId });
}

/** Replaces characters that a log cannot store. Returns the same value if it has no such character. */
function cleanJson(value: unknown): unknown {
  if (typeof value === "string") return cleanText(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map(cleanJson);
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  let isClean = true;
  const parts = Object.entries(value).map(([name, part]) => {
    const clean = [cleanText(name), cleanJson(part)] as const;
    isClean &&= clean[0] === name && clean[1] === part;
    return clean;
  });
  return isClean ? value : Object.fromEntries(parts);
}
