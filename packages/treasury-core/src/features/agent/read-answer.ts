import {
  TreasuryError,
  type LanguageModel,
  type ModelCall,
  type ModelPart,
  type ModelRequest,
  type ModelUsage,
  type ToolCalling,
} from "@agent-treasury/provider";
import {
  cleanText,
  joinMarkupEvents,
  type MarkedAnswer,
  type MarkupEvent,
  NativeCalls,
  readNativeCalls,
  createMarkupParser,
  createThoughtParser,
} from "@agent-treasury/tool-call-markup";
import { untilAborted } from "../../kernel/abort-signals.ts";

/** The rest of the answer is not read. */
export const maximumAnswerCharacters = 262_144;

/** `none`: the prose so far was a thought. */
export type Prose = { readonly text: string } | "none";

type Finish = Extract<ModelPart, { kind: "finish" }>;
export type FinishReason = Finish["reason"];

export interface ModelAnswer extends MarkedAnswer {
  /** The model's text, truncated at the limit. */
  readonly text: string;
  readonly native: readonly ModelCall[] | null;
  readonly finish: FinishReason;
  readonly usage: ModelUsage | null;
}

export async function readAnswer(
  model: LanguageModel,
  request: ModelRequest,
  calling: ToolCalling,
  onProse: (prose: Prose) => void,
): Promise<ModelAnswer> {
  const { signal } = request;
  const parser = calling === "native" ? createThoughtParser() : createMarkupParser();
  const native = calling === "native" ? new NativeCalls() : null;
  const events: MarkupEvent[] = [];
  const pieces: string[] = [];
  let left = maximumAnswerCharacters;
  let finish: FinishReason | null = null;
  let beside: Finish | null = null;
  let usage: ModelUsage | null = null;
  const take = (found: readonly MarkupEvent[]): void => {
    for (const event of found) {
      events.push(event);
      if (event.kind === "text") onProse({ text: cleanText(event.text) });
      else if (event.kind === "thought" && event.textBeforeWasThought === true) onProse("none");
    }
  };
  const stream = model.stream(request);
  for await (const part of untilAborted(stream, signal)) {
    signal.throwIfAborted();
    if (part.kind === "finish") {
      finish = part.reason;
      beside = part;
      usage = countedUsage(part.usage);
      break;
    }
    if (part.kind === "call") {
      if (native === null) throw undeclaredCall();
      left -= native.add(part.call, left);
    } else {
      const piece = part.text.slice(0, left);
      left -= piece.length;
      pieces.push(piece);
      take(parser.push(piece));
    }
    if (left === 0) {
      finish = "length";
      break;
    }
  }
  signal.throwIfAborted();
  if (finish === null) {
    throw new TreasuryError("model_failed", "The model's answer ended unexpectedly.");
  }
  take(parser.end(finish === "stop"));
  const text = cleanText(pieces.join(""));
  const calls = native?.calls ?? null;
  const called = calls === null ? [] : readNativeCalls(calls, finish !== "stop");
  const markup = [...joinMarkupEvents(events), ...called];
  const { reasoning = "", strayCall = null } = beside ?? {};
  return { text, native: calls, markup, finish, reasoning, strayCall, usage };
}

/** Token budgets depend on these counts, so they are validated. */
function countedUsage(usage: Partial<ModelUsage> | null | undefined): ModelUsage | null {
  const { inputTokens, outputTokens } = usage ?? {};
  return isCount(inputTokens) && isCount(outputTokens) ? { inputTokens, outputTokens } : null;
}

function isCount(tokens: number | undefined): tokens is number {
  return Number.isSafeInteger(tokens) && Number(tokens) >= 0;
}

function undeclaredCall(): TreasuryError {
  return new TreasuryError(
    "model_failed",
    'The model made a native tool call, but does not declare `toolCalls: "native"`. With model-openai, set OPENAI_TOOLS=native.',
  );
}
