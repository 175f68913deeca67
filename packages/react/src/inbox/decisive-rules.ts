import type { ExplanationItem } from "@agent-treasury/sdk-client";

const mostShown = 2;

/** Every spend above it needs approval, so that it explains less than any other rule. */
const builtInLimit = "auto-approve-under";

export interface DecisiveRules {
  /** The rules that the card shows. */
  readonly shown: readonly ExplanationItem[];
  /** The number of other rules that need approval. The details show them. */
  readonly more: number;
}

/**
 * Returns the rules because of which a spend needs approval.
 *
 * @param items - The decisive ones first, as the service returns them.
 */
export function decisiveRules(items: readonly ExplanationItem[]): DecisiveRules {
  const decisive = items.filter(({ effect }) => effect !== "pass" && effect !== "approve");
  const own = decisive.filter(({ rule }) => rule !== builtInLimit);
  const rules = own.length > 0 ? own : decisive;
  const shown = rules.slice(0, mostShown);
  return { shown, more: rules.length - shown.length };
}
