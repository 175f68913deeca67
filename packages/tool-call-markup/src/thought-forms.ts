/** Names of tags in which models write thoughts, beside `think`. In lower case, without `<`. */
export const thoughtNames: readonly string[] = [
  "thinking",
  "thought",
  "thoughts",
  "thought_process",
  "reasoning",
  "reflection",
  "scratchpad",
  "chain_of_thought",
  "inner_monologue",
  "internal_monologue",
  "antthinking",
  "seed:think",
  "mm:think",
  "longcat_think",
];

/** Tokens around a thought, compared exactly. A token has no `<` after its first character. */
export interface ThoughtTokens {
  readonly opening: string;
  readonly closing: string;
  /** Whether the closing token alone ends a thought whose opening token is in the prompt. */
  readonly closesWithoutOpener: boolean;
}

export const thoughtTokens: readonly ThoughtTokens[] = [
  { opening: "[THINK]", closing: "[/THINK]", closesWithoutOpener: true },
  { opening: "\u25C1think\u25B7", closing: "\u25C1/think\u25B7", closesWithoutOpener: true },
  {
    opening: "<|begin_of_thought|>",
    closing: "<|end_of_thought|>",
    closesWithoutOpener: true,
  },
  { opening: "<|START_THINKING|>", closing: "<|END_THINKING|>", closesWithoutOpener: true },
  { opening: "<|channel>thought", closing: "<channel|>", closesWithoutOpener: true },
  // The closing token ends every message of this form.
  { opening: "<|channel|>analysis", closing: "<|end|>", closesWithoutOpener: false },
];
