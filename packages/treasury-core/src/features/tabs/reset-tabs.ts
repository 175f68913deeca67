import { TreasuryError } from "@agent-treasury/provider";
import type { SpendContext } from "../../kernel/judgement/spend-context.ts";
import type { SpendingPolicy } from "../../kernel/judgement/spending-policy.ts";
import type { Changes } from "../../kernel/ledger/command.ts";
import { LedgerAfter } from "../../kernel/ledger/ledger-after.ts";
import { TabAccount } from "./tab-account.ts";
import { tabKind } from "./tab-record.ts";

/** Closes all open tabs, with their reservations at their maximum. Null without one. */
export function closeAllTabs(context: SpendContext<SpendingPolicy>): Changes | null {
  const open = context.ledger.openDocs(tabKind);
  if (open.length === 0) return null;
  const ledger = new LedgerAfter(context.ledger);
  for (const { id } of open) {
    const account = new TabAccount({ ...context, ledger }, id);
    account.close("reset");
    if (!account.isClosed) {
      const message = `Payments of the tab ${JSON.stringify(id)} have no outcome yet. Close it, and reset the workspace when it is closed.`;
      throw new TreasuryError("funds_held", message);
    }
    ledger.apply(account.changes());
  }
  return ledger.changes;
}
