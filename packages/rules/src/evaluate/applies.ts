import type { LocalTime } from "../windows/local-time.ts";
import type { CompiledRule } from "./compile-rules.ts";
import { type MatchContext, matches } from "./matches.ts";
import type { Situation } from "./situation.ts";
import type { SpendFacts } from "./spend-facts.ts";

/** Early conditions use neither. */
const unused: MatchContext = {
  isKnownPayee: false,
  local: { day: "", weekday: "mon", minute: 0, hour: "" } satisfies LocalTime,
};

/** Returns whether a rule can apply to a spend, at any time and whether or not the payee is known. */
export function canApply({ early }: CompiledRule, facts: SpendFacts): boolean {
  return matches(early, facts, unused);
}

export function applies(entry: CompiledRule, situation: Situation): boolean {
  const { rule, early, needsPayee } = entry;
  const { facts } = situation;
  if (!canApply(entry, facts)) return false;
  if (early === rule.when) return true;
  // The payee was read only if a rule needs it.
  const isKnownPayee = needsPayee && situation.isKnownPayee();
  return matches(rule.when, facts, { isKnownPayee, local: situation.local() });
}
