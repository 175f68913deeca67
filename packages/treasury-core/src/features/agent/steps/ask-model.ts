import type { ModelMessage, ToolCalling } from "@agent-treasury/provider";
import {
  cleanText,
  isEmptyAnswer,
  type MarkupEvent,
  type MarkupMalformed,
  noAnswer,
  onlyLastBlock,
} from "@agent-treasury/tool-call-markup";
import type { AnsweredCall } from "../log/turn-record.ts";
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
  const tab = await run.tab?.open();
  const request = {
    messages,
    maximumOutputTokens: limits.outputTokens,
    signal,
    ...(calling === "native" && { tools: tools.described }),
    ...(tab !== undefined && { tab }),
  };
  const given = await deps.countTokens(turn.workspaceId, request, () =>
    readAnswer(model, request, calling, (prose) => live.addProse(prose)),
  );
  record(run, given);
}

/** The opening is not recorded. Each process creates its own. */
function openingOf(
  { state, deps, openings }: TurnRun,
  calling: ToolCalling,
): readonly ModelMessage[] {
  const known = openings.get(calling);
  if (known !== undefined) return known;
  const { history = [], message = "", context = [] } = state.begun ?? {};
  const given = { history, message, context };
  const opening = openConversation(deps.tools, deps.instructions, given, calling);
  openings.set(calling, opening);
  return opening;
}

/** Adds all records at once, so that the log has all of them or none. */
function record(run: TurnRun, given: ModelAnswer): void {
  const { turn, state, log } = run;
  const { text, finish, usage } = given;
  const read = runnable(run, given);
  const { report: missed, isEmptyAgain } = missedIn(run, { ...given, markup: read });
  const markup = missed === null ? read : [...read, missed];
  const said = markup.map((event) => (event.kind === "text" ? event.text : "")).join("");
  const calls: AnsweredCall[] = [];
  let known = state.calls;
  for (const event of markup) {
    if (event.kind === "malformed") {
      const { reason } = event;
      const kind = missed === noAnswer ? { isEmpty: true as const } : { isMissed: true as const };
      calls.push({ kind: "malformed", reason, ...(event === missed && kind) });
    }
    if (event.kind !== "call") continue;
    known += 1;
    const { name } = event;
    const callId = `${turn.turnId}.${known}`;
    calls.push({ kind: "call", callId, name, arguments: event.arguments });
  }
  // A report has no native call to answer, so its record has none, as that of a model with markup.
  const native = missed === null && finish !== "refusal" ? given.native : null;
  const answered = { text, said: cleanText(said).trim(), calls, ...(native && { native }), usage };
  log.add({ kind: "answered", ...answered });
  for (const event of markup) {
    if (event.kind === "thought") {
      addEvent(run, { kind: "thought", text: cleanText(event.text).trim() });
    } else if (event.kind === "malformed" && event !== noAnswer) {
      const message = `A tool call could not be read: ${event.reason}`;
      addEvent(run, { kind: "error", message });
    }
  }
  if (calls.length > 0 && answered.said !== "") {
    addEvent(run, { kind: "thought", text: answered.said }, { isProse: true });
  }
  const problem = problemOf(given, isEmptyAgain);
  if (problem !== null) addEvent(run, { kind: "error", message: problem });
}

/** An answer that the provider's filter stopped runs nothing. */
function runnable(run: TurnRun, { markup, native, finish }: ModelAnswer): readonly MarkupEvent[] {
  if (finish === "refusal") {
    return markup.filter(({ kind }) => kind === "text" || kind === "thought");
  }
  if (native !== null) return markup;
  const { byName } = run.deps.tools;
  return onlyLastBlock(markup, finish === "length", (name) => byName.get(name)?.effect === "write");
}

function problemOf(given: ModelAnswer, isEmptyAgain: boolean): string | null {
  if (given.finish === "length") return "The model's answer was cut at its limit.";
  if (given.finish === "refusal") {
    const hadCalls = given.markup.some(({ kind }) => kind === "call");
    const calls = hadCalls ? " Its calls were not run." : "";
    return `The provider's filter stopped the model's answer.${calls}`;
  }
  return isEmptyAgain ? "The model gave an empty answer." : null;
}

interface Missed {
  /** Null for an answer that needs no report, or that was reported in this turn. */
  readonly report: MarkupMalformed | null;
  readonly isEmptyAgain: boolean;
}

/** Reported once per turn, so that a model that repeats it is not asked again. */
function missedIn({ state, deps }: TurnRun, answer: ModelAnswer): Missed {
  const found = deps.tools.missedCall(answer);
  if (found !== null) {
    return { report: state.reportedMissedCall ? null : found, isEmptyAgain: false };
  }
  const isEmpty = isEmptyAnswer(answer);
  const isEmptyAgain = isEmpty && state.reportedEmpty;
  return { report: isEmpty && !isEmptyAgain ? noAnswer : null, isEmptyAgain };
}
