import type { ModelMessage, ToolCalling } from "@agent-treasury/provider";
import { cleanText, type MarkupMalformed } from "@agent-treasury/tool-call-markup";
import { onlyLastBlock } from "../last-block.ts";
import type { AnsweredCall } from "../log/turn-record.ts";
import { missedCall } from "../missed-call.ts";
import { openConversation } from "../prompt.ts";
import { type ModelAnswer, readAnswer } from "../read-answer.ts";
import { type TurnRun, addEvent } from "./turn-run.ts";

export async function askModel(run: TurnRun): Promise<void> {
  const { state, log, live, deps, turn, askingSignal: signal } = run;
  const { model, tools, limits } = deps;
  const { answer } = state;
  // Earlier releases showed the prose only when the turn was resumed.
  if (answer !== null && !answer.proseWasShown && answer.answered.said !== "") {
    addEvent(run, { kind: "thought", text: answer.answered.said }, { isProse: true });
  }
  const calling = model.toolCalls ?? "markup";
  const messages = [...openingOf(run, calling), ...state.conversation(calling)];
  live.beginAnswer();
  log.sendSoon();
  const request = {
    messages,
    maximumOutputTokens: limits.outputTokens,
    signal,
    ...(calling === "native" && { tools: tools.described }),
  };
  const settle = await deps.reserveTokens(turn.workspaceId, request);
  let given: ModelAnswer | null = null;
  try {
    given = await readAnswer(model, request, calling, (prose) => live.addProse(prose));
  } finally {
    await settle(given);
  }
  record(run, given);
}

/** The opening is not recorded. Each process creates its own. */
function openingOf(
  { state, deps, openings }: TurnRun,
  calling: ToolCalling,
): readonly ModelMessage[] {
  const known = openings.get(calling);
  if (known !== undefined) return known;
  const { history = [], message = "" } = state.begun ?? {};
  const opening = openConversation(deps.tools, deps.instructions, history, message, calling);
  openings.set(calling, opening);
  return opening;
}

/** Adds all records at once, so that the log has all of them or none. */
function record(run: TurnRun, given: ModelAnswer): void {
  const { turn, state, log } = run;
  const { text, native, cut, usage } = given;
  const read = native === null ? onlyLastBlock(given.markup, cut, hasEffect(run)) : given.markup;
  const missed = native === null ? missedCallOf(run, read) : null;
  const markup = missed === null ? read : [...read, missed];
  const said = markup.map((event) => (event.kind === "text" ? event.text : "")).join("");
  const calls: AnsweredCall[] = [];
  let known = state.calls;
  for (const event of markup) {
    if (event.kind === "malformed") {
      const { reason } = event;
      calls.push({ kind: "malformed", reason, ...(event === missed && { isMissed: true }) });
    }
    if (event.kind !== "call") continue;
    known += 1;
    const { name } = event;
    const callId = `${turn.turnId}.${known}`;
    calls.push({ kind: "call", callId, name, arguments: event.arguments });
  }
  const answered = { text, said: cleanText(said).trim(), calls, ...(native && { native }), usage };
  log.add({ kind: "answered", ...answered });
  for (const event of markup) {
    if (event.kind === "thought") {
      addEvent(run, { kind: "thought", text: cleanText(event.text).trim() });
    } else if (event.kind === "malformed") {
      const message = `A tool call could not be read: ${event.reason}`;
      addEvent(run, { kind: "error", message });
    }
  }
  if (calls.length > 0 && answered.said !== "") {
    addEvent(run, { kind: "thought", text: answered.said }, { isProse: true });
  }
  if (cut) addEvent(run, { kind: "error", message: "The model's answer was cut at its limit." });
}

function hasEffect({ deps }: TurnRun): (toolName: string) => boolean {
  return (name) => deps.tools.byName.get(name)?.effect === "write";
}

/** Reported once per turn, so that a model that repeats it is not asked again. */
function missedCallOf(
  { state, deps }: TurnRun,
  markup: ModelAnswer["markup"],
): MarkupMalformed | null {
  if (state.reportedMissedCall) return null;
  return missedCall(markup, new Set(deps.tools.byName.keys()));
}
