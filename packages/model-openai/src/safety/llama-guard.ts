import type { JudgeAnswer } from "@agent-treasury/provider";
import type { ChatProtocol, ReadingOptions } from "./safety-protocol.ts";

const hazards: Readonly<Record<string, string>> = {
  S1: "violent crimes",
  S2: "non-violent crimes",
  S3: "sex crimes",
  S4: "child exploitation",
  S5: "defamation",
  S6: "specialized advice",
  S7: "privacy",
  S8: "intellectual property",
  S9: "indiscriminate weapons",
  S10: "hate",
  S11: "self-harm",
  S12: "sexual content",
  S13: "elections",
  S14: "code interpreter abuse",
};

const unsafeAnswer = /^unsafe\n(S\d{1,2}(?:, ?S\d{1,2})*)$/;

/**
 * Llama Guard. The server's chat template has its policy; it answers `safe`, or `unsafe` and a line
 * of codes.
 */
export const llamaGuard: ChatProtocol = {
  messages: (text) => [{ role: "user", content: text }],
  read: readLlamaGuard,
  maximumTokens: 100,
};

function readLlamaGuard(answer: string, { unsafe }: ReadingOptions): JudgeAnswer | null {
  const said = answer.trim();
  if (said === "safe") return { verdict: "safe", reason: "Llama Guard found nothing unsafe." };
  const codes = unsafeAnswer.exec(said)?.[1]?.split(/, ?/);
  if (codes === undefined) return null;
  const named = codes.map((code) => hazards[code] ?? code).join(", ");
  return { verdict: unsafe, reason: `Llama Guard judged it as unsafe: ${named}.` };
}
