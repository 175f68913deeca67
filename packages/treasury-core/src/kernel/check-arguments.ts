import { nearestName } from "@agent-treasury/contract/names";
import { invalidRequest } from "./errors.ts";

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
    throw invalidRequest(
      `${shown} is not a known ${kind}. The nearest one is \`${nearestName(name, known) ?? ""}\`. The ${kind}s are: ${known.join(", ")}.`,
    );
  }
}
