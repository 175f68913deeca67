import type { Micros } from "@agent-treasury/provider";
import type { Settlement } from "@agent-treasury/rules";
import { judgementToDoc } from "../../kernel/judgement/judgement-doc.ts";
import type { Judgement } from "../../kernel/judgement/judgement.ts";
import { recordOf } from "../../kernel/judgement/record-judgement.ts";
import type { UsageStep } from "../../kernel/judgement/spend-guard.ts";
import {
  countUsage,
  releaseUsage,
  requestUsage,
  settleUsage,
} from "../../kernel/judgement/spend-usage.ts";
import { changesOn } from "../../kernel/ledger/command.ts";
import type { SpendProposal } from "../../kernel/proposals/proposal.ts";
import type { TabAccount } from "./tab-account.ts";

/**
 * Counts a payment for the limits that do not count its tab, such as those of its rail, like any held
 * spend.
 */
export function countPart(
  account: TabAccount,
  part: SpendProposal,
  judgement: Judgement,
): SpendProposal {
  const charges = judgement.charges();
  if (charges.length === 0) return part;
  const { context } = account;
  const { ledger } = context;
  const counted = { ...part, ruling: { ...part.ruling, isCharged: true } };
  const { head, put } = countUsage(context, ledger.head, charges, counted);
  const record = recordOf(counted, judgement);
  const docs = record === null ? [] : [judgementToDoc(part.id, part.epoch, record)];
  account.apply(changesOn(ledger, { head, put: [...put, ...docs] }));
  return counted;
}

/** @param ended the part of the hold that ends; null without a hold. */
export function settlePart(
  account: TabAccount,
  part: SpendProposal,
  ended: Micros | null,
  settlement: Settlement,
): void {
  const { context } = account;
  requestUsage(context, part);
  move(account, settleUsage(context, context.ledger.head, part, ended, settlement));
}

export function releasePart(account: TabAccount, part: SpendProposal): void {
  const { context } = account;
  requestUsage(context, part);
  move(account, releaseUsage(context, context.ledger.head, part));
}

function move(account: TabAccount, { head, put }: UsageStep): void {
  account.apply(changesOn(account.context.ledger, { head, put }));
}
