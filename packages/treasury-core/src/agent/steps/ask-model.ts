import type { ModelMessage } from "../../ports/language-model.ts";
import type { AnsweredCall } from "../journal/journal-record.ts";
import { cleanText } from "../markup/clean-text.ts";
import { openConversation } from "../prompt.ts";
import { type ModelAnswer, readAnswer } from "../read-answer.ts";
import { type TurnRun, noteEvent } from "./turn-run.ts";

/** Asks the model, and notes what it answered: its thoughts, and what it calls for. */
export async function askModel(run: TurnRun): Promise<void> {
  const { memory, journal, live, model, limits } = run;
  const { answer } = memory;
  if (answer !== null && !answer.proseWasShown && answer.answered.said !== "") {
    noteEvent(run, { kind: "thought", text: answer.answered.said }, { isProse: true });
  }
  const messages = [...openingOf(run), ...memory.conversation()];
  live.beginAnswer();
  journal.sendSoon();
  const signal = AbortSignal.any([run.signal, run.leaving]);
  const request = { messages, maximumOutputTokens: limits.outputTokens, signal };
  note(run, await readAnswer(model, request, (text) => live.say(text)));
}

/** What the conversation begins with. It is put together for each question, since it is not kept. */
function openingOf({ memory, tools, instructions }: TurnRun): readonly ModelMessage[] {
  const { history = [], message = "" } = memory.begun ?? {};
  return openConversation([...tools.values()], instructions, history, message);
}

/** All of an answer is noted in one go, so that it is durable as a whole or not at all. */
function note(run: TurnRun, { text, markup, cut, usage }: ModelAnswer): void {
  const { turn, memory, journal } = run;
  const said = markup.map((event) => (event.kind === "text" ? event.text : "")).join("");
  const calls: AnsweredCall[] = [];
  let known = memory.calls;
  for (const event of markup) {
    if (event.kind === "malformed") calls.push({ kind: "malformed", reason: event.reason });
    if (event.kind !== "call") continue;
    known += 1;
    const { name } = event;
    const callId = `${turn.turnId}.${known}`;
    calls.push({ kind: "call", callId, name, arguments: event.arguments });
  }
  journal.note({ kind: "answered", text, said: cleanText(said).trim(), calls, usage });
  for (const event of markup) {
    if (event.kind === "thought") {
      noteEvent(run, { kind: "thought", text: cleanText(event.text).trim() });
    } else if (event.kind === "malformed") {
      const message = `A tool call could not be read: ${event.reason}`;
      noteEvent(run, { kind: "error", message });
    }
  }
  if (cut) noteEvent(run, { kind: "error", message: "The model's answer was cut at its limit." });
}
