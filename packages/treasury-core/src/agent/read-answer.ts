import { TreasuryError } from "../errors.ts";
import type { LanguageModel, ModelMessage } from "../ports/language-model.ts";
import { joinMarkupEvents } from "./markup/join-markup-events.ts";
import type { MarkupEvent } from "./markup/markup-event.ts";
import { createMarkupParser } from "./markup/markup-parser.ts";
import { maximumAnswerCharacters } from "./turn-settings.ts";
import { untilAborted } from "./until-aborted.ts";

/** One answer of a model, read. */
export interface ModelAnswer {
  /** As the model wrote it, up to the bound. */
  readonly text: string;
  /** What is in it, in order. */
  readonly markup: readonly MarkupEvent[];
  /** Whether it was cut, by the provider's token limit or by ours. */
  readonly cut: boolean;
}

/** Asks the model, and reads its markup as it comes. */
export async function readAnswer(
  model: LanguageModel,
  messages: readonly ModelMessage[],
  maximumOutputTokens: number,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const parser = createMarkupParser();
  const events: MarkupEvent[] = [];
  const pieces: string[] = [];
  let left = maximumAnswerCharacters;
  let finish: "stop" | "length" | "refusal" | null = null;
  const stream = model.stream({ messages, maximumOutputTokens, signal });
  for await (const part of untilAborted(stream, signal)) {
    signal.throwIfAborted();
    if (part.kind === "finish") {
      finish = part.reason;
      break;
    }
    if (part.kind === "call") continue;
    const piece = part.text.slice(0, left);
    left -= piece.length;
    pieces.push(piece);
    events.push(...parser.push(piece));
    if (left === 0) {
      finish = "length";
      break;
    }
  }
  signal.throwIfAborted();
  if (finish === null) {
    throw new TreasuryError("model_failed", "The model's answer broke off.");
  }
  events.push(...parser.end());
  return { text: pieces.join(""), markup: joinMarkupEvents(events), cut: finish === "length" };
}
