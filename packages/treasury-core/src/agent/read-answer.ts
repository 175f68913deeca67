import { TreasuryError } from "../errors.ts";
import type { LanguageModel, ModelRequest, ModelUsage } from "../ports/language-model.ts";
import { cleanText } from "./markup/clean-text.ts";
import { joinMarkupEvents } from "./markup/join-markup-events.ts";
import type { MarkupEvent } from "./markup/markup-event.ts";
import { createMarkupParser } from "./markup/markup-parser.ts";
import { maximumAnswerCharacters } from "./turn-settings.ts";
import { untilAborted } from "./until-aborted.ts";

/** A piece of an answer's prose, or that there is none: what was taken for it was a thought. */
export type Prose = { readonly text: string } | "none";

/** One answer of a model, read. */
export interface ModelAnswer {
  /** As the model wrote it, up to the bound. */
  readonly text: string;
  /** What is in it, in order. */
  readonly markup: readonly MarkupEvent[];
  /** Whether it was cut, by the provider's token limit or by ours. */
  readonly cut: boolean;
  /** Null when the provider does not report it. */
  readonly usage: ModelUsage | null;
}

/** Asks the model, and reads its markup as it comes; `onProse` is told of the answer's prose meanwhile. */
export async function readAnswer(
  model: LanguageModel,
  request: ModelRequest,
  onProse: (prose: Prose) => void,
): Promise<ModelAnswer> {
  const { signal } = request;
  const parser = createMarkupParser();
  const events: MarkupEvent[] = [];
  const pieces: string[] = [];
  let left = maximumAnswerCharacters;
  let finish: "stop" | "length" | "refusal" | null = null;
  let usage: ModelUsage | null = null;
  const take = (found: readonly MarkupEvent[]): void => {
    for (const event of found) {
      events.push(event);
      if (event.kind === "text") onProse({ text: event.text });
      else if (event.kind === "thought" && event.textBeforeWasThought === true) onProse("none");
    }
  };
  const stream = model.stream(request);
  for await (const part of untilAborted(stream, signal)) {
    signal.throwIfAborted();
    if (part.kind === "finish") {
      finish = part.reason;
      usage = part.usage;
      break;
    }
    if (part.kind === "call") continue;
    const piece = part.text.slice(0, left);
    left -= piece.length;
    pieces.push(piece);
    take(parser.push(piece));
    if (left === 0) {
      finish = "length";
      break;
    }
  }
  signal.throwIfAborted();
  if (finish === null) {
    throw new TreasuryError("model_failed", "The model's answer broke off.");
  }
  take(parser.end());
  const text = cleanText(pieces.join(""));
  return { text, markup: joinMarkupEvents(events), cut: finish === "length", usage };
}
