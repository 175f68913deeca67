import type { GuardVerdict, Screening, SpendGuard } from "../../kernel/judgement/spend-guard.ts";
import { markerTerm } from "./freeze-marker.ts";
import { freezeFinding, freezeOf, freezeText, frozenError } from "./frozen-spend.ts";

/** A freeze stands whatever the rules are. */
export const freezeGuard: SpendGuard = {
  id: "freezes",
  isReplayed: false,
  plan: (ledger, { agentId, vendor }, { scopes, terms }) => {
    const freeze = freezeOf(ledger, { agentId, vendor, chain: scopes }, markerTerm.of(terms));
    if (freeze === null) return null;
    const reason = freezeText(freeze);
    return {
      reads: [],
      judge: (): GuardVerdict => ({
        tighten: (before): Screening =>
          before.verdict === "blocked" ? before : { verdict: "review", reason },
        refusal: frozenError(freeze),
        findings: () => [freezeFinding(freeze)],
      }),
    };
  },
  stop: (ledger, { agentId, vendor }, scopes, terms) => {
    const freeze = freezeOf(ledger, { agentId, vendor, chain: scopes }, markerTerm.of(terms));
    return freeze === null ? null : frozenError(freeze);
  },
};
