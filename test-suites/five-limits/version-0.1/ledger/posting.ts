import { TreasuryError } from "../errors.ts";
import { isWithinTotals } from "../money/limits.ts";
import { type Micros, add, microsToText, negate, subtract } from "../money/micros.ts";
import type { Entry } from "../ports/storage.ts";
import { timestamp } from "../ports/timestamp.ts";
import { type Account, balanceOf } from "./account.ts";
import type { Tip } from "./books.ts";
import { type LimitsRecord } from "./budget.ts";
import { hashEntry } from "./chain.ts";
import {
  type DecisionRecord,
  type EntryRecord,
  type EntryType,
  entryToBody,
  seal,
} from "./entry-record.ts";

/** The decision behind an expense, before its texts are sealed. */
export interface PostedDecision {
  readonly operator: string | null;
  readonly operatorVerified: boolean;
  readonly autoApproved: boolean;
  readonly decidedAt: number;
  readonly vendor: string;
  readonly amount: Micros;
  readonly limits: LimitsRecord;
}

/** A movement of money, to be appended to the ledger. */
export interface Posting {
  readonly type: EntryType;
  /** Signed, as it changes the balance: an expense is negative, its reversal positive. */
  readonly amount: Micros;
  readonly description: string;
  readonly proposalId?: string;
  readonly reference?: string;
  readonly reversalOf?: string;
  readonly decision?: PostedDecision;
  /** 128 random bits under which the texts are sealed. */
  readonly salt: string;
}

/** An entry, and where the ledger stands after it. */
export interface Posted {
  readonly entry: Entry;
  readonly record: EntryRecord;
  readonly tip: Tip;
}

/** Appends a movement of money: the only way in which a total ever changes. */
export function post(
  workspaceId: string,
  tip: Tip,
  posting: Posting,
  now: number,
): Posted | TreasuryError {
  const account = addToTotals(tip.account, posting);
  const balance = balanceOf(account);
  const { deposits, revenue, expense } = account;
  const totals = [balance, deposits, revenue, expense, subtract(revenue, expense)];
  if (!totals.every(isWithinTotals)) {
    return new TreasuryError(
      "total_out_of_range",
      "This payment would take a total of the workspace past what it can hold.",
    );
  }
  const sequence = tip.sequence + 1n;
  const record = recordOf(posting, tip, sequence, now);
  const chained = {
    epoch: tip.epoch,
    sequence,
    amount: posting.amount,
    balance,
    previousHash: tip.lastHash,
  };
  const hash = hashEntry({ ...chained, workspaceId, record });
  return {
    entry: { ...chained, hash, body: entryToBody(record) },
    record,
    tip: { epoch: tip.epoch, sequence, lastHash: hash, account },
  };
}

/** Adds one movement to the totals; an expense also to what was spent today, its reversal does not. */
function addToTotals(account: Account, { type, amount, reversalOf, decision }: Posting): Account {
  switch (type) {
    case "deposit":
      return { ...account, deposits: add(account.deposits, amount) };
    case "revenue":
      return { ...account, revenue: add(account.revenue, amount) };
    case "expense": {
      const net = { ...account, expense: subtract(account.expense, amount) };
      if (reversalOf !== undefined) return net;
      const spent = negate(amount);
      return {
        ...net,
        spentToday: add(account.spentToday, spent),
        autoApprovedToday: decision?.autoApproved
          ? add(account.autoApprovedToday, spent)
          : account.autoApprovedToday,
      };
    }
  }
}

function recordOf(posting: Posting, tip: Tip, sequence: bigint, now: number): EntryRecord {
  const { salt, decision } = posting;
  return {
    id: `entry_${tip.epoch}_${sequence}`,
    type: posting.type,
    description: seal(salt, posting.description),
    proposalId: posting.proposalId ?? null,
    reference: posting.reference ?? null,
    reversalOf: posting.reversalOf ?? null,
    createdAt: timestamp(now),
    day: tip.account.day,
    salt,
    decision: decision === undefined ? null : sealDecision(salt, decision),
  };
}

function sealDecision(salt: string, decision: PostedDecision): DecisionRecord {
  return {
    operator: decision.operator === null ? null : seal(salt, decision.operator),
    operatorVerified: decision.operatorVerified,
    autoApproved: decision.autoApproved,
    decidedAt: timestamp(decision.decidedAt),
    vendor: seal(salt, decision.vendor),
    amount: microsToText(decision.amount),
    limits: decision.limits,
  };
}
