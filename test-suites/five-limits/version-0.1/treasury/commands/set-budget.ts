import { type LimitOverrides, overridesToRecord } from "../../ledger/budget.ts";
import { type Command, changesOn } from "../../ledger/command.ts";
import { keptDoc } from "../../ledger/kept-doc.ts";
import type { Operator } from "../../ledger/operator.ts";
import { timestamp } from "../../ports/timestamp.ts";

/** A change of a workspace's limits. */
export interface BudgetChange {
  /** The limits that shall differ from the deployment's; all others go back to those. */
  readonly overrides: LimitOverrides;
  readonly operator: Operator;
  /** 128 random bits, the id of the audit record. */
  readonly auditId: string;
}

/** The kind of the documents that record who changed a workspace's limits. */
export const budgetChangeKind = "budget_change";

/** What such a document says. */
export interface BudgetChangeBody {
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
  readonly operator: string | null;
  readonly operatorVerified: boolean;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** Sets a workspace's own limits until the next reset, and keeps a record of who did. */
export function setBudget({ overrides, operator, auditId }: BudgetChange): Command<null> {
  return {
    name: "set_budget",
    reads: [],
    decide: (books, now) => {
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
