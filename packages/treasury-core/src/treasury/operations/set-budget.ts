import { type LimitOverrides, overridesToRecord } from "../../ledger/account.ts";
import { type Command, changesOn } from "../../ledger/command.ts";
import { keptDoc } from "../../ledger/kept-doc.ts";
import type { Operator } from "../../ledger/operator.ts";
import { timestamp } from "../../ledger/timestamp.ts";

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
export function setBudget({ overrides, operator, auditId }: BudgetChange): Command<null> {
  return {
    name: "set_budget",
    reads: [],
    reduce: (books, now) => {
      const { tip } = books;
      const record = keptDoc({ kind: budgetChangeKind, id: auditId }, tip.epoch, {
        before: overridesToRecord(tip.account.overrides),
        after: overridesToRecord(overrides),
        operator: operator.name,
        operatorVerified: operator.verified,
        at: timestamp(now),
      } satisfies BudgetChangeBody);
      return {
        kind: "changed",
        answer: null,
        changes: changesOn(books, {
          tip: { ...tip, account: { ...tip.account, overrides } },
          put: [record],
        }),
      };
    },
  };
}
