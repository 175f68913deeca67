import { TreasuryError, Micros, type Doc } from "@agent-treasury/provider";
import type { ActionType } from "../../kernel/action-type.ts";
import type { SpendContext } from "../../kernel/judgement/spend-context.ts";
import type { SpendingPolicy } from "../../kernel/judgement/spending-policy.ts";
import { openAccount } from "../../kernel/ledger/account.ts";
import { hashGenesis } from "../../kernel/ledger/chain.ts";
import { type Changes, type Command, changesOn } from "../../kernel/ledger/command.ts";
import { epochToDoc } from "../../kernel/ledger/epoch.ts";
import type { AnySlice } from "../../kernel/ledger/head-slice.ts";
import { LedgerAfter } from "../../kernel/ledger/ledger-after.ts";
import type { LedgerState, LedgerHead } from "../../kernel/ledger/ledger-state.ts";
import type { Operator } from "../../kernel/ledger/operator.ts";
import { timestamp } from "../../kernel/ledger/timestamp.ts";
import { proposalFromDoc, proposalToDoc } from "../../kernel/proposals/proposal-record.ts";
import { proposalKind } from "../../kernel/proposals/proposal.ts";
import { actionFromDocs, actionKind, actionToDoc } from "../administration/index.ts";

/** Opens an empty epoch with default limits. Existing records and freezes remain. */
export function resetWorkspace(operator: Operator, policy: SpendingPolicy): Command<null> {
  return {
    name: "reset_workspace",
    reduce: (ledger, now) => ({
      kind: "changed",
      answer: null,
      changes: resetLedger({ ledger, policy, now }, operator),
    }),
  };
}

export const resetAction: ActionType = {
  recordsItself: true,
  apply: (ledger, _payload, { actionId, by, policy, now }) => ({
    changes: resetLedger({ ledger, policy, now }, by, actionId),
    result: null,
  }),
  details: () => ({}),
};

/** @throws TreasuryError `funds_held`, `forbidden`. */
function resetLedger(
  { ledger: before, policy, now }: SpendContext<SpendingPolicy>,
  operator: Operator,
  actionId: string | null = null,
): Changes {
  const ledger = new LedgerAfter(before);
  for (const end of policy.beforeReset) {
    const changes = end({ ledger, policy, now });
    if (changes !== null) ledger.apply(changes);
  }
  const { head } = ledger;
  if (head.account.held > 0n) {
    throw new TreasuryError("funds_held", "Money is held for spends in flight.");
  }
  if (head.account.payment?.mode === "live" && !operator.verified) {
    throw new TreasuryError(
      "forbidden",
      "Only a signed-in operator can reset a workspace with live money.",
    );
  }
  const next = nextEpoch(ledger, policy.slices);
  const record = epochToDoc(
    {
      epoch: next.epoch,
      startingCapital: Micros.zero,
      previousHash: head.lastHash,
      afterSequence: head.sequence,
    },
    timestamp(now),
    operator,
  );
  const withdrawn = [
    ...withdrawPending(ledger, operator, now),
    ...denyPending(ledger, actionId, now),
  ];
  const put = [...withdrawn, record];
  ledger.apply(changesOn(ledger, { head: next, put }));
  return ledger.changes;
}

function nextEpoch({ workspaceId, head }: LedgerState, slices: readonly AnySlice[]): LedgerHead {
  const epoch = head.epoch + 1;
  const { day, newestProposal, slices: kept } = head.account;
  const next: LedgerHead = {
    epoch,
    sequence: head.sequence,
    lastHash: hashGenesis({
      workspaceId,
      epoch,
      startingCapital: Micros.zero,
      previousHash: head.lastHash,
    }),
    account: { ...openAccount(Micros.zero, day, newestProposal), slices: kept },
  };
  return slices.reduce((after, slice) => slice.afterReset(after), next);
}

/** What was approved in one epoch changes nothing in the next one. Freezes remain, and their ends too. */
function denyPending(ledger: LedgerState, own: string | null, now: number): Doc[] {
  return ledger
    .openDocs(actionKind)
    .map((doc) => ({ doc, action: actionFromDocs(doc, undefined) }))
    .filter(({ action: { id, type } }) => id !== own && type !== "unfreeze")
    .map(({ doc, action }) => {
      const denied = { ...action, status: "denied", closedAt: now } as const;
      return actionToDoc(denied, doc.epoch);
    });
}

function withdrawPending(ledger: LedgerState, operator: Operator, now: number): Doc[] {
  return ledger.openDocs(proposalKind).map((doc) => {
    const proposal = proposalFromDoc(doc);
    return proposalToDoc({
      ...proposal,
      facts: { ...proposal.facts, withdrawn: true },
      status: "denied",
      operator: operator.name,
      operatorVerified: operator.verified,
      decidedAt: now,
      failure: "The workspace was reset.",
    });
  });
}
