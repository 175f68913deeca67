import { type JsonObject, Micros } from "@agent-treasury/provider";
import type { ActionType } from "../../kernel/action-type.ts";
import { limitsOf, type KernelTerms } from "../../kernel/judgement/spending-terms.ts";
import {
  limitNames,
  type LimitOverrides,
  overridesFromRecord,
  overridesToRecord,
  type SpendingLimits,
} from "../../kernel/ledger/account.ts";
import { type Changes, type Command, changesOn } from "../../kernel/ledger/command.ts";
import { keptDoc } from "../../kernel/ledger/kept-doc.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import type { Operator } from "../../kernel/ledger/operator.ts";
import { timestamp } from "../../kernel/ledger/timestamp.ts";

export interface BudgetChange {
  /** All other limits return to the defaults. */
  readonly overrides: LimitOverrides;
  readonly operator: Operator;
  /** 128 random bits. */
  readonly auditId: string;
}

export const budgetChangeKind = "budget_change";

export interface BudgetChangeBody {
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
  readonly operator: string | null;
  readonly operatorVerified: boolean;
  readonly at: string;
}

/** Sets limits until the next reset, and records the operator. */
export function setBudget(change: BudgetChange): Command<null> {
  return {
    name: "set_budget",
    reduce: (ledger, now) => ({
      kind: "changed",
      answer: null,
      changes: changeBudget(ledger, change, now),
    }),
  };
}

function changeBudget(
  ledger: LedgerState,
  { overrides, operator, auditId }: BudgetChange,
  now: number,
): Changes {
  const { head } = ledger;
  const record = keptDoc({ kind: budgetChangeKind, id: auditId }, head.epoch, {
    before: overridesToRecord(head.account.overrides),
    after: overridesToRecord(overrides),
    operator: operator.name,
    operatorVerified: operator.verified,
    at: timestamp(now),
  } satisfies BudgetChangeBody);
  return changesOn(ledger, {
    head: { ...head, account: { ...head.account, overrides } },
    put: [record],
  });
}

/** A change of limits that only tightens them needs one person. */
export function budgetAction(policy: KernelTerms): ActionType {
  return {
    recordsItself: true,
    isAdministrative: ({ head }, payload) => {
      const before = limitsOf(head.account, policy);
      const after = { ...policy.limits, ...overridesIn(payload) };
      return limitNames.some((name) => isLooser(name, before[name], after[name]));
    },
    apply: (ledger, payload, { by, salt, now }) => {
      const change = { overrides: overridesIn(payload), operator: by, auditId: salt };
      return { changes: changeBudget(ledger, change, now), result: null };
    },
    details: (payload) => ({
      limits: Object.fromEntries(
        Object.entries(overridesIn(payload)).map(([name, limit]) => [
          `${name}Usd`,
          Micros.toUsd(limit),
        ]),
      ),
    }),
  };
}

export function budgetPayload(overrides: LimitOverrides): { readonly overrides: JsonObject } {
  return { overrides: overridesToRecord(overrides) };
}

function overridesIn(payload: JsonObject): LimitOverrides {
  return overridesFromRecord(payload["overrides"] as Record<string, string>);
}

/** A lower reserve permits more spends, as a higher cap does. */
function isLooser(name: keyof SpendingLimits, before: Micros, after: Micros): boolean {
  return name === "minReserve" ? after < before : after > before;
}
