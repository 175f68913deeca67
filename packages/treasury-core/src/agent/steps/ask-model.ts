import type { ModelMessage, ToolCalling } from "@agent-treasury/provider";
import { cleanText, type MarkupMalformed } from "@agent-treasury/tool-call-markup";
import type { AnsweredCall } from "../journal/journal-record.ts";
import { missedCall } from "../missed-call.ts";
import { openConversation } from "../prompt.ts";
import { type ModelAnswer, readAnswer } from "../read-answer.ts";
import { type TurnRun, noteEvent } from "./turn-run.ts";

/** Asks the model, and notes what it answered: its thoughts, and what it calls for. */
export async function askModel(run: TurnRun): Promise<void> {
  const { memory, journal, live, model, tools, limits, askingSignal: signal } = run;
  const { answer } = memory;
  // A process of an earlier release showed the prose only when the turn went on.
  if (answer !== null && !answer.proseWasShown && answer.answered.said !== "") {
    noteEvent(run, { kind: "thought", text: answer.answered.said }, { isProse: true });
  }
  const calling = model.toolCalls ?? "markup";
  const messages = [...openingOf(run, calling), ...memory.conversation(calling)];
  live.beginAnswer();
  journal.sendSoon();
  const request = { messages, maximumOutputTokens: limits.outputTokens, signal };
  const asked = calling === "native" ? { ...request, tools: tools.described } : request;
  const ask = () => readAnswer(model, asked, calling, (text) => live.say(text));
  note(run, await run.tokens.within(run.turn.workspaceId, asked, ask));
}

/** What the conversation begins with. It is not kept with the turn: whoever takes it up makes its own. */
function openingOf(
  { memory, tools, instructions, openings }: TurnRun,
  calling: ToolCalling,
): readonly ModelMessage[] {
  const made = openings.get(calling);
  if (made !== undefined) return made;
  const { history = [], message = "" } = memory.begun ?? {};
  const opening = openConversation(tools, instructions, history, message, calling);
  openings.set(calling, opening);
  return opening;
}

/** All of an answer is noted in one go, so that it is durable as a whole or not at all. */
function note(run: TurnRun, { text, native, markup: read, cut, usage }: ModelAnswer): void {
  const { turn, memory, journal } = run;
  const missed = native === null ? missedCallOf(run, read) : null;
  const markup = missed === null ? read : [...read, missed];
  const said = markup.map((event) => (event.kind === "text" ? event.text : "")).join("");
  const calls: AnsweredCall[] = [];
  let known = memory.calls;
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
  journal.note({ kind: "answered", ...answered });
  for (const event of markup) {
    if (event.kind === "thought") {
      noteEvent(run, { kind: "thought", text: cleanText(event.text).trim() });
    } else if (event.kind === "malformed") {
      const message = `A tool call could not be read: ${event.reason}`;
      noteEvent(run, { kind: "error", message });
    }
  }
  if (calls.length > 0 && answered.said !== "") {
    noteEvent(run, { kind: "thought", text: answered.said }, { isProse: true });
  }
  if (cut) noteEvent(run, { kind: "error", message: "The model's answer was cut at its limit." });
}

/** Once in a turn: a model that repeats it is not asked again. */
function missedCallOf(
  { memory, tools }: TurnRun,
  markup: ModelAnswer["markup"],
): MarkupMalformed | null {
  return memory.reportedMissedCall ? null : missedCall(markup, new Set(tools.byName.keys()));
}
