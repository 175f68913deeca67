import type { PaymentModeName, Proposal, TreasuryState } from "@agent-treasury/contract";
import { Micros, type Doc, type View } from "@agent-treasury/provider";
import { type Engine, paymentIdentityOf } from "../engine.ts";
import { limitsOf } from "../judgement/spending-terms.ts";
import { type Account, accountFromRecord, balanceOf } from "../ledger/account.ts";
import { rollDay } from "../ledger/business-day.ts";
import { openingHead } from "../ledger/ledger-state.ts";
import type { PaymentIdentity } from "../ledger/payment-identity.ts";
import { statusOf } from "../proposals/proposal-record.ts";
import { proposalKey, proposalKind } from "../proposals/proposal.ts";
import { placeText } from "./doc-page.ts";
import { entriesShown, isPending, selectProposals, viewShown } from "./shown-proposals.ts";
import { type ShowRecord, showNew } from "./shown-records.ts";
import { automaticToWire, budgetToWire, entryToWire, shownAt } from "./wire.ts";

/** Reads a workspace's state. Read-only, even for a new workspace. */
export async function readTreasury(engine: Engine, workspaceId: string): Promise<TreasuryState> {
  return stateOf(engine, workspaceId, await viewShown(engine.storage, workspaceId));
}

/** @param view from `viewShown`. */
export function stateOf(
  engine: Engine,
  workspaceId: string,
  view: View,
  show: ShowRecord = showNew,
): TreasuryState {
  const { epoch, account } = tipOf(engine, workspaceId, view);
  const limits = limitsOf(account, engine.policy);
  const { shown, lastDecided } = selectProposals(view, epoch);
  const proposals = shown.map((doc) => shownProposal(workspaceId, doc, view.storageNow, show));
  const balance = balanceOf(account);
  const available = Micros.subtract(Micros.subtract(balance, account.held), limits.minReserve);
  const entries = view.entries.filter((entry) => entry.epoch === epoch);
  const ledger = entries.slice(0, entriesShown);
  return {
    workspaceId,
    balanceUsd: Micros.toUsd(balance),
    depositsUsd: Micros.toUsd(account.deposits),
    revenueUsd: Micros.toUsd(account.revenue),
    expenseUsd: Micros.toUsd(account.expense),
    netProfitUsd: Micros.toUsd(Micros.subtract(account.revenue, account.expense)),
    spentTodayUsd: Micros.toUsd(account.spentToday),
    heldUsd: Micros.toUsd(account.held),
    availableUsd: Micros.toUsd(Micros.max(available, Micros.zero)),
    pendingCount: proposals.filter(({ status }) => status === "pending").length,
    budget: budgetToWire(account.startingCapital, limits),
    proposals,
    ledger: ledger.map((entry) => show(entry, () => entryToWire(workspaceId, entry))),
    proposalsCursor: placeText(lastDecided),
    ledgerCursor: entries.length > entriesShown ? String(ledger.at(-1)?.sequence) : null,
    ...paymentToWire(paymentIdentityOf(engine)),
    judge: "none",
    judgeOnSilence: null,
    ...automaticToWire(limits, engine.policy),
    timeZone: engine.calendar.timeZone,
    plugins: [],
    ...engine.stateOf(workspaceId, account),
  };
}

function shownProposal(workspaceId: string, doc: Doc, now: number, show: ShowRecord): Proposal {
  const isFinal = statusOf(doc) !== "pending" || isPending(doc, now);
  const convert = (): Proposal => shownAt(workspaceId, doc, now);
  return isFinal ? show(doc, convert) : convert();
}

/** Null if it is not in the current epoch. */
export async function readProposal(
  engine: Engine,
  workspaceId: string,
  proposalId: string,
): Promise<Proposal | null> {
  const keys = [proposalKey(proposalId)];
  const [snapshot] = await engine.storage.load([{ workspaceId, keys }]);
  const doc = snapshot?.found[0];
  if (snapshot === undefined || doc === undefined || doc.epoch !== snapshot.head?.epoch)
    return null;
  return shownAt(workspaceId, doc, snapshot.storageNow);
}

/** Null if the view lacks it. */
export function proposalIn(
  { head, open, docs, storageNow }: View,
  workspaceId: string,
  proposalId: string,
): Proposal | null {
  const isMeant = ({ kind, id, epoch }: Doc): boolean =>
    kind === proposalKind && id === proposalId && epoch === head?.epoch;
  const doc = docs.find(isMeant) ?? open.find(isMeant);
  return doc === undefined ? null : shownAt(workspaceId, doc, storageNow);
}

function tipOf(
  { calendar, startingCapital }: Engine,
  workspaceId: string,
  { head, storageNow }: View,
): { epoch: number; account: Account } {
  const today = calendar.dayOf(storageNow);
  if (head === null) return openingHead(workspaceId, startingCapital, today);
  return { epoch: head.epoch, account: rollDay(accountFromRecord(head.account), today) };
}

function paymentToWire(identity: PaymentIdentity | null): {
  paymentMode: PaymentModeName;
  paymentProvider: string | null;
} {
  if (identity === null) return { paymentMode: "none", paymentProvider: null };
  return {
    paymentMode: identity.mode === "live" ? "live" : "test",
    paymentProvider: identity.provider,
  };
}
