import type { ClassifierAnswer } from "@agent-treasury/provider";
import type { ChatCompletionMessageParam } from "openai/resources/chat/completions";

/** How a model is asked whether something is safe, and how it says so. */
export type SafetyProtocolName = "llama_guard" | "nemotron" | "safeguard" | "moderation";

/** What a classifier's owner decides about the answers of a model. */
export interface ReadingOptions {
  /** What `unsafe` means for a spend, where the protocol knows no more than that. */
  readonly unsafe: "review" | "blocked";
}

/** A protocol that is spoken in chat completions. */
export interface ChatProtocol {
  /** Puts a spend, written as the treasury writes it, before the model. */
  messages(text: string): ChatCompletionMessageParam[];
  /** What a whole answer says; null for whatever is not strictly in the protocol's form. */
  read(answer: string, options: ReadingOptions): ClassifierAnswer | null;
  /** Enough for an answer, and for what a reasoning model thinks before it. */
  readonly maximumTokens: number;
}

const protocolsByName: readonly (readonly [name: RegExp, protocol: SafetyProtocolName])[] = [
  [/moderation/i, "moderation"],
  [/nemotron|nemoguard|aegis/i, "nemotron"],
  [/llama[-_ ]?guard/i, "llama_guard"],
  [/safeguard/i, "safeguard"],
];

/** The protocol that a model of this name speaks, as far as names tell; null for one that none tells of. */
export function protocolOf(model: string): SafetyProtocolName | null {
  return protocolsByName.find(([name]) => name.test(model))?.[1] ?? null;
}
