import type { JudgeAnswer } from "@agent-treasury/provider";
import type { ChatCompletionMessageParam } from "openai/resources/chat/completions";

/** The prompt and answer format of a judge. */
export type SafetyProtocolName = "llama_guard" | "nemotron" | "safeguard" | "moderation";

export interface ReadingOptions {
  readonly unsafe: "review" | "blocked";
}

export interface ChatProtocol {
  messages(text: string): ChatCompletionMessageParam[];
  /** Parses a complete answer. Returns null unless it strictly follows the protocol. */
  read(answer: string, options: ReadingOptions): JudgeAnswer | null;
  /** Includes room for the output of reasoning models. */
  readonly maximumTokens: number;
}

const protocolsByName: readonly (readonly [name: RegExp, protocol: SafetyProtocolName])[] = [
  [/moderation/i, "moderation"],
  [/nemotron|nemoguard|aegis/i, "nemotron"],
  [/llama[-_ ]?guard/i, "llama_guard"],
  [/safeguard/i, "safeguard"],
];

export function protocolOf(model: string): SafetyProtocolName | null {
  return protocolsByName.find(([name]) => name.test(model))?.[1] ?? null;
}
