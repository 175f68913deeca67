import { nearestName } from "@agent-treasury/contract/names";
import { TreasuryError, type Json } from "@agent-treasury/provider";

const longestShown = 60;

/**
 * Rejects unknown arguments, because they may change what the agent intended. Null and undefined
 * are omitted ones.
 *
 * @throws TreasuryError `invalid_request` with the nearest name.
 */
export function checkArguments(
  given: object,
  known: readonly string[],
  kind: "argument" | "field",
): void {
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined || known.includes(name)) continue;
    const shown = JSON.stringify(name.slice(0, longestShown));
    throw new TreasuryError(
      "invalid_request",
      `${shown} is not a known ${kind}. The nearest one is \`${nearestName(name, known) ?? ""}\`. The ${kind}s are: ${known.join(", ")}.`,
    );
  }
}

/** Removes fields that are null, also in objects and lists of the input. */
export function withoutNulls(input: Json): Json {
  if (Array.isArray(input)) return input.map(withoutNulls);
  if (typeof input !== "object" || input === null) return input;
  const given = Object.entries(input).filter(([, value]) => value !== null);
  return Object.fromEntries(given.map(([name, value]) => [name, withoutNulls(value)]));
}
