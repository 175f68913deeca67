import type { ClassifierAnswer } from "@agent-treasury/provider";
import type { ReadingOptions } from "./safety-protocol.ts";

/**
 * What OpenAI's moderation says of one text: null unless it is one result whose flag and categories
 * agree.
 */
export function readModeration(
  answer: unknown,
  { unsafe }: ReadingOptions,
): ClassifierAnswer | null {
  const { results } = objectOf(answer);
  if (!Array.isArray(results) || results.length !== 1) return null;
  const { flagged, categories } = objectOf(results[0]);
  const judged = Object.entries(objectOf(categories));
  if (judged.length === 0 || !judged.every(([, value]) => isJudgement(value))) return null;
  const found = judged.filter(([, value]) => value === true).map(([category]) => category);
  if (flagged !== found.length > 0) return null;
  if (found.length === 0) return { verdict: "safe", reason: "OpenAI's moderation flags nothing." };
  return { verdict: unsafe, reason: `OpenAI's moderation flags it: ${found.join(", ")}.` };
}

/** Older models have no opinion on some categories, and say null. */
function isJudgement(value: unknown): boolean {
  return typeof value === "boolean" || value === null;
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}
