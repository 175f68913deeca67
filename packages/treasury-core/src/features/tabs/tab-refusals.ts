import { tabLimits } from "@agent-treasury/contract";
import { Micros, TreasuryError } from "@agent-treasury/provider";
import { invalidRequest } from "../../kernel/errors.ts";
import type { SpendContext } from "../../kernel/judgement/spend-context.ts";
import type { SpendingPolicy } from "../../kernel/judgement/spending-policy.ts";
import type { TabStep } from "./on-tab.ts";
import { isRefusedByRules, rulesNow, stopOfTab } from "./stopped-tab.ts";
import type { TabAccount } from "./tab-account.ts";
import { leftOf, type TabRecord } from "./tab-record.ts";

/** Why the tab takes no further amount. Closes a tab that present rules refuse. */
export function refusalOf(
  account: TabAccount,
  context: SpendContext<SpendingPolicy>,
  amount: Micros,
): TabStep | null {
  const ended = endedNow(account, context);
  if (ended !== null) return ended;
  account.lapse();
  return fullness(account.tab, amount);
}

/** Why nothing more may be spent on the tab now. Closes a tab that present rules refuse. */
export function endedNow(
  account: TabAccount,
  context: SpendContext<SpendingPolicy>,
): TabStep | null {
  const { tab, spend } = account;
  if (account.isOfEarlierEpoch || tab.closedBecause !== null) return closed(tab);
  if (tab.endsAt <= context.now) return closed(tab);
  const stop = stopOfTab(context, tab, spend);
  if (stop !== null) return stop;
  if (rulesNow(context) !== tab.allowedBy) {
    if (isRefusedByRules(context, spend)) {
      account.close("rules");
      return { refusal: closed(account.tab) };
    }
    account.note({ allowedBy: rulesNow(context) });
  }
  return null;
}

function fullness(tab: TabRecord, amount: Micros): TreasuryError | null {
  const left = leftOf(tab);
  if (amount > left) {
    return new TreasuryError(
      "tab_exhausted",
      `${Micros.formatUsd(amount)} is more than the ${Micros.formatUsd(left)} that the tab has left of ${Micros.formatUsd(tab.maximum)}.`,
    );
  }
  if (tab.open.length < tabLimits.openReservations) return null;
  return new TreasuryError(
    "tab_exhausted",
    `The tab has ${tabLimits.openReservations} open reservations. Settle some of them first.`,
  );
}

export function closed({ closedBecause, endsAt }: TabRecord): TreasuryError {
  const why =
    closedBecause === "rules"
      ? "Rules that were published since do not allow it."
      : closedBecause === null
        ? `It ended at ${new Date(endsAt).toISOString()}, or the workspace was reset.`
        : "It is closed.";
  return new TreasuryError("tab_closed", `The tab takes no reservation. ${why}`);
}

export function heldByPayment(number: number): TreasuryError {
  const message = `Reservation ${number} is of a payment. It ends by the outcome of the payment.`;
  return invalidRequest(message);
}

export function unknownNumber({ id }: TabRecord, number: number): TreasuryError {
  const message = `The tab ${JSON.stringify(id)} never had a reservation ${number}.`;
  return new TreasuryError("reservation_not_found", message);
}
