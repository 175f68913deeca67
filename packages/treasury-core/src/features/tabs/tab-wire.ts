import type { Tab, TabCharge } from "@agent-treasury/contract";
import { Micros } from "@agent-treasury/provider";
import { timestamp } from "../../kernel/ledger/timestamp.ts";
import { amountToPay, type SpendProposal } from "../../kernel/proposals/proposal.ts";
import { endOf, tabTermsOf } from "./tab-payout.ts";
import { isExhausted, leftOf, type TabItem, type TabRecord } from "./tab-record.ts";

/** @param tab null for a tab that is not approved. */
export function tabToWire(workspaceId: string, spend: SpendProposal, tab: TabRecord | null): Tab {
  const { id, agentId, vendor, purpose } = spend;
  const maximum = amountToPay(spend);
  const left = tab === null || tab.closedBecause !== null ? Micros.zero : leftOf(tab);
  return {
    id,
    workspaceId,
    status: statusOf(spend, tab),
    agentId,
    vendor,
    payee: tabTermsOf(spend)?.payee ?? null,
    purpose,
    maximumUsd: Micros.toUsd(maximum),
    chargedUsd: usd(tab && Micros.subtract(tab.charged, tab.reversed)),
    reservedUsd: usd(tab && tab.reserved),
    leftUsd: Micros.toUsd(left),
    postedUsd: usd(tab && Micros.subtract(tab.posted, tab.reversed)),
    estimatedUsd: usd(tab && tab.estimated),
    charges: tab?.count ?? 0,
    openReservations: tab?.open.length ?? 0,
    meters: metersOf(tab),
    unconfirmed: (tab?.unconfirmed ?? []).map(([number, reported, counted]) => ({
      number,
      reportedUsd: Micros.toUsd(Micros.of(reported)),
      countedUsd: Micros.toUsd(Micros.of(counted)),
    })),
    openedAt: tab && timestamp(tab.openedAt),
    endsAt: timestamp(endOf(spend)),
    closedAt: tab?.closedAt == null ? null : timestamp(tab.closedAt),
    closedBecause: tab?.closedBecause ?? null,
  };
}

function statusOf({ status }: SpendProposal, tab: TabRecord | null): Tab["status"] {
  if (tab === null) return status === "denied" || status === "failed" ? status : "pending";
  if (tab.closedAt !== null) return "closed";
  if (tab.closedBecause !== null) return "closing";
  return isExhausted(tab) ? "exhausted" : "open";
}

function usd(amount: Micros | null): number {
  return Micros.toUsd(amount ?? Micros.zero);
}

function metersOf(tab: TabRecord | null): Tab["meters"] {
  return (tab?.meters ?? [])
    .map(([name, amount, charges]) => ({ name, amount: Micros.of(amount), charges }))
    .toSorted((left, right) => (left.amount < right.amount ? 1 : -1))
    .map(({ name, amount, charges }) => ({ name, chargedUsd: Micros.toUsd(amount), charges }));
}

export function itemToWire([number, amount, meter, at, kind]: TabItem): TabCharge {
  return { number, amountUsd: Micros.toUsd(Micros.of(amount)), meter, at: timestamp(at), kind };
}
