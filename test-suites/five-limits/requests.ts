import type { Micros } from "@agent-treasury/provider";
import { localClock } from "@agent-treasury/rules";
import type { RulesVerdict, ScreeningRules } from "@agent-treasury/screening";
import {
  type HoldTerms,
  noMarker,
  composeTreasury,
  type Operator,
  type PaymentIdentity,
  type Posting,
  RuleSets,
  type SpendingPolicy,
} from "../../packages/treasury-core/src/domain.ts";
import type { Purpose, Settings, Step } from "./history.ts";

export const workspaceId = "acme";
export const approver: Operator = { name: "Ada", verified: true, id: "ada", groups: [] };
export const payment: PaymentIdentity = { provider: "sandbox", mode: "sandbox" };
export const releaseReason = "The vendor declined.";
export const judgeReason = "It looks unusual.";

const terms: HoldTerms = { executor: "histories", mode: "sandbox", lease: "only", leaseMs: 60_000 };

/** The fields of a request that are the same in both versions. */
export type CommonRequest = Readonly<{
  id: string;
  agentId: string;
  amount: Micros;
  vendor: string;
  purpose: string;
  category: null;
  payment: PaymentIdentity;
  salt: string;
  hold?: HoldTerms;
}>;

export function requestOf(
  { id, amount, purpose, isExternal }: Extract<Step<Micros>, { kind: "propose" }>,
  salt: string,
): CommonRequest {
  const spend = {
    id,
    agentId: "agent",
    amount,
    vendor: "Acme",
    purpose,
    category: null,
    payment,
    salt,
  };
  return { ...spend, ...holdOf(isExternal) };
}

export function holdOf(isExternal: boolean): { readonly hold?: HoldTerms } {
  return isExternal ? { hold: terms } : {};
}

export function postingOf(
  step: Extract<Step<Micros>, { kind: "credit" | "refund" }>,
  salt: string,
): Posting {
  if (step.kind === "refund") {
    const reversalOf = "entry_1_1";
    return { type: "expense", amount: step.amount, description: "Refund", reversalOf, salt };
  }
  return { type: step.type, amount: step.amount, description: "Credit", salt };
}

/** The policy of both versions. Screening is fixed by the purpose, because its rules changed. */
export function policyOf(settings: Settings): SpendingPolicy {
  const { limits, autoApproveDaily, proposalLifetimeMs } = settings;
  const clock = localClock(settings.timeZone);
  const rules = { ruleSets: new RuleSets({ rules: [] }), clock, marker: noMarker };
  // Version 0.1 approved spends to any payee.
  const payees = { autoApprovePayees: "any" } as const;
  const own = { limits, autoApproveDaily, proposalLifetimeMs, gate: screening };
  return composeTreasury({ ...own, ...rules, ...payees }, {}).policy;
}

const verdicts: Readonly<Record<Purpose, RulesVerdict>> = {
  "office paper": { verdict: "safe", reason: "Screening: nothing found." },
  "a gift card": { verdict: "review", reason: "Screening: cash equivalents." },
  "counterfeit watches": { verdict: "blocked", reason: "Screening: counterfeit goods." },
};

const screening: ScreeningRules = { screen: ({ purpose }) => verdicts[purpose as Purpose] };
