import type { JudgeAnswer } from "@agent-treasury/provider";
import type { ReadingOptions } from "./safety-protocol.ts";

export function readModeration(answer: unknown, { unsafe }: ReadingOptions): JudgeAnswer | null {
  const { results } = objectOf(answer);
  if (!Array.isArray(results) || results.length !== 1) return null;
  const { flagged, categories } = objectOf(results[0]);
  const judged = Object.entries(objectOf(categories));
  if (judged.length === 0 || !judged.every(([, value]) => isJudgement(value))) return null;
  const found = judged.filter(([, value]) => value === true).map(([category]) => category);
  if (flagged !== found.length > 0) return null;
  if (found.length === 0)
    return { verdict: "safe", reason: "OpenAI's moderation flagged nothing." };
  return { verdict: unsafe, reason: `OpenAI's moderation flagged: ${found.join(", ")}.` };
}

/** Older models return null for some categories. */
function isJudgement(value: unknown): boolean {
  return typeof value === "boolean" || value === null;
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}
