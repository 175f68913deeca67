import { tabEnd, tabLimits } from "@agent-treasury/contract";
import { Micros, TreasuryError } from "@agent-treasury/provider";
import { fromStored } from "@agent-treasury/provider/helpers";
import type { Payout } from "../../kernel/judgement/payout.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import { timestamp } from "../../kernel/ledger/timestamp.ts";
import { refuseSpend } from "../../kernel/proposals/execute-spend.ts";
import {
  amountToPay,
  type SpendPayout,
  type SpendProposal,
} from "../../kernel/proposals/proposal.ts";
import { isCredentialValid } from "../external-agents/index.ts";
import { beginHold } from "../payments/index.ts";
import { ruleState } from "../rules/index.ts";
import { openTabs } from "./open-tabs.ts";
import { emptyBatch, tabFromDoc, tabKind, type TabRecord, tabToDoc } from "./tab-record.ts";

/** What approvers decide about beside the amount. Approvals cannot change it. */
export interface TabTerms {
  /** From the proposal on. */
  readonly minutes: number;
  /** The credential of the agent that opens it; null without one. */
  readonly credentialId: string | null;
  /** Origin of the seller that its payments pay. Missing without one. */
  readonly payee?: string;
}

export function payoutUnder(terms: TabTerms): SpendPayout {
  return { id: tabKind, terms: { ...terms } };
}

export function tabTermsOf({ payout }: Pick<SpendProposal, "payout">): TabTerms | null {
  return payout?.id === tabKind ? fromStored<TabTerms>(payout.terms) : null;
}

/** Time from which it takes no reservation. */
export function endOf({ payout, createdAt }: Pick<SpendProposal, "payout" | "createdAt">): number {
  return Date.parse(tabEnd({ payout, createdAt: timestamp(createdAt) }) ?? "");
}

/**
 * Holds the amount, from which charges are posted. The hold names no executor and is never due, so that
 * nothing takes it for a payment to recover.
 */
export const tabPayout: Payout = {
  id: tabKind,
  obstacle: withoutPlace,
  begin: (context, approved, judgement, { salt }) => {
    const { ledger, now } = context;
    const endsAt = endOf(approved);
    if (endsAt <= now) {
      return refuseSpend(ledger, approved, "The tab would have ended before it was approved.");
    }
    const credentialId = tabTermsOf(approved)?.credentialId ?? null;
    if (credentialId !== null && !isCredentialValid(ledger, credentialId, now)) {
      const message = "The credential of the agent that opens the tab is revoked or expired.";
      return refuseSpend(ledger, approved, message);
    }
    const step = beginHold(context, approved, judgement, {
      executor: tabKind,
      mode: ledger.head.account.payment?.mode ?? "test",
      heldAt: now,
      lease: "",
      dueAt: null,
      calling: false,
      recoveries: 0,
    });
    if (step.proposal.hold === null) return step;
    const { changes } = step;
    const head = openTabs.with(changes.head, openTabs.of(changes.head.account) + 1);
    const tab = openedTab(step.proposal, ledger, { endsAt, salt, openedAt: now });
    return { ...step, changes: { ...changes, head, put: [...changes.put, tabToDoc(tab)] } };
  },
};

function openedTab(
  spend: SpendProposal,
  { head }: LedgerState,
  begun: Pick<TabRecord, "endsAt" | "salt" | "openedAt">,
): TabRecord {
  return {
    id: spend.id,
    epoch: head.epoch,
    agentId: spend.agentId,
    credentialId: tabTermsOf(spend)?.credentialId ?? null,
    ...begun,
    maximum: amountToPay(spend),
    charged: Micros.zero,
    reserved: Micros.zero,
    estimated: Micros.zero,
    posted: Micros.zero,
    reversed: Micros.zero,
    count: 0,
    next: 1,
    open: [],
    batch: emptyBatch,
    postings: 0,
    meters: [],
    unconfirmed: [],
    allowedBy: ruleState.of(head.account).published,
    unknown: 0,
    afterReset: [0, "0"],
    closedAt: null,
    closedBecause: null,
  };
}

function withoutPlace(
  ledger: LedgerState,
  { agentId }: Pick<SpendProposal, "agentId">,
): TreasuryError | null {
  const tabs = ledger.openDocs(tabKind).map(tabFromDoc);
  const own = tabs.filter((tab) => tab.agentId === agentId).length;
  if (tabs.length < tabLimits.openOfWorkspace && own < tabLimits.openOfAgent) return null;
  return new TreasuryError(
    "too_many_tabs",
    `Workspace ${ledger.workspaceId} has ${tabs.length} open tabs, ${own} of this agent. At most ${tabLimits.openOfWorkspace} can be open, ${tabLimits.openOfAgent} of one agent.`,
  );
}
