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
    reduce: (ledger, now) => {
      const { head } = ledger;
      const record = keptDoc({ kind: budgetChangeKind, id: auditId }, head.epoch, {
        before: overridesToRecord(head.account.overrides),
        after: overridesToRecord(overrides),
        operator: operator.name,
        operatorVerified: operator.verified,
        at: timestamp(now),
      } satisfies BudgetChangeBody);
      return {
        kind: "changed",
        answer: null,
        changes: changesOn(ledger, {
          head: { ...head, account: { ...head.account, overrides } },
          put: [record],
        }),
      };
    },
  };
}
