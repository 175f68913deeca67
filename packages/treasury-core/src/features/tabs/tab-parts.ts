import { Micros } from "@agent-treasury/provider";
import { fromStored } from "@agent-treasury/provider/helpers";
import type { SpendContext } from "../../kernel/judgement/spend-context.ts";
import type { SpendingPolicy } from "../../kernel/judgement/spending-policy.ts";
import type { Changes } from "../../kernel/ledger/command.ts";
import { proposalToDoc } from "../../kernel/proposals/proposal-record.ts";
import type { SpendProposal } from "../../kernel/proposals/proposal.ts";
import {
  attentionTo,
  endedBy,
  openReview,
  type SpendParts,
  withCapture,
} from "../payments/index.ts";
import { releasePart, settlePart } from "./part-usage.ts";
import { TabAccount } from "./tab-account.ts";
import type { Reservation } from "./tab-record.ts";

/** Findings about payments of a tab with a payee. Nothing else ends their reservations. */
export const tabParts: SpendParts = {
  captured: (context, part, { captures, reference, failure, isOpen = false }) => {
    const mayFollow = isOpen && part.hold !== null;
    const captured = captures.reduce((sum, { amount }) => Micros.add(sum, amount), part.captured);
    const added = Micros.subtract(captured, part.captured);
    const paid: SpendProposal = {
      ...part,
      // A refund after a reset names the epoch of the capture.
      facts: withCapture(part.facts, context.ledger, { amount: added, failure }, context.now),
      status: mayFollow ? "approved" : "executed",
      executedAt: mayFollow ? null : (part.executedAt ?? context.now),
      reference,
      captured,
      hold: mayFollow ? part.hold : null,
      failure: null,
    };
    const attended = { ...paid, attention: attentionTo(part, paid, failure) };
    const { changes, entries } = onTabOf(context, part, (account, number, reserved) => {
      const ids = account.pay(part, number, captures, mayFollow ? null : reserved);
      const ended = part.hold === null ? null : endedBy(part, captured, mayFollow);
      settlePart(account, part, ended, { captured: added, isFirst: part.captured === Micros.zero });
      account.attend(attended);
      return ids;
    });
    const proposal = { ...attended, captureEntry: entries.at(-1) ?? part.captureEntry };
    const recorded = captures.map(({ id, amount }, index) => ({
      id,
      amount,
      entryId: entries[index] ?? "",
      epoch: context.ledger.head.epoch,
    }));
    const put = [proposalToDoc(proposal), ...openReview(context, part, "executed", recorded)];
    return { proposal, changes: { ...changes, put: [...changes.put, ...put] } };
  },
  released: (context, part, failure) => {
    const { changes } = onTabOf(context, part, (account, _number, reserved) => {
      if (reserved !== null) account.release(reserved);
      releasePart(account, part);
      account.attend({ ...part, attention: null });
      return [];
    });
    const isFailed = failure !== null && part.captured === Micros.zero;
    const proposal: SpendProposal = {
      ...part,
      status: isFailed ? "failed" : "executed",
      executedAt: isFailed ? null : context.now,
      failure: isFailed ? failure : null,
      hold: null,
      attention: null,
    };
    const outcome = isFailed ? "declined" : "executed";
    const put = [proposalToDoc(proposal), ...openReview(context, part, outcome, [])];
    return { proposal, changes: { ...changes, put: [...changes.put, ...put] } };
  },
  attended: (context, part) =>
    onTabOf(context, part, (account) => {
      account.attend(part);
      return [];
    }).changes,
};

/** The tab's part of a finding. Its close may have waited for it. */
function onTabOf(
  { ledger: before, policy, now }: SpendContext<SpendingPolicy>,
  { payout }: SpendProposal,
  step: (account: TabAccount, number: number, reserved: Reservation | null) => readonly string[],
): { readonly changes: Changes; readonly entries: readonly string[] } {
  const { tabId, number } = fromStored<{ readonly tabId: string; readonly number: number }>(
    payout?.terms ?? {},
  );
  const account = new TabAccount({ ledger: before, policy, now }, tabId);
  const reserved = account.tab.open.find(([each]) => each === number) ?? null;
  const entries = step(account, number, reserved);
  account.settleDue();
  return { changes: account.changes(), entries };
}
