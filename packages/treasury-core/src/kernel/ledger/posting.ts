import { TreasuryError, Micros, type Entry } from "@agent-treasury/provider";
import { isWithinTotals } from "@agent-treasury/provider/helpers";
import { type Account, balanceOf, type LimitsRecord } from "./account.ts";
import {
  approverField,
  type DecisionRecord,
  type EntryRecord,
  entryToBody,
  type EntryType,
  hashEntry,
  type Ruling,
  type SaltedText,
  saltText,
} from "./chain.ts";
import { saltOfField } from "./hash.ts";
import type { LedgerHead } from "./ledger-state.ts";
import { timestamp } from "./timestamp.ts";

export interface PostedDecision {
  readonly operator: string | null;
  readonly operatorVerified: boolean;
  readonly autoApproved: boolean;
  readonly decidedAt: number;
  readonly vendor: string;
  readonly amount: Micros;
  readonly limits: LimitsRecord;
  readonly ruled?: PostedRuling;
}

export interface PostedRuling {
  readonly rules: string | null;
  readonly agentId: string;
  readonly allocationId: string | null;
  /** Missing for the proposed amount. */
  readonly approvedAmount?: Micros;
  /** One text for each person. */
  readonly approvers: readonly string[];
}

export interface Posting {
  readonly type: EntryType;
  /** A positive or negative change of the balance. */
  readonly amount: Micros;
  readonly description: string;
  readonly proposalId?: string;
  readonly reference?: string;
  readonly reversalOf?: string;
  readonly decision?: PostedDecision;
  /** 128 random bits. */
  readonly salt: string;
  /** Missing for an entry of an earlier format. */
  readonly deployment?: string;
  /** SHA-256 of the list of charges that it sums up. Only with a deployment. */
  readonly itemisation?: string;
}

export interface Posted {
  readonly entry: Entry;
  readonly record: EntryRecord;
  readonly head: LedgerHead;
}

/** The only function that changes totals. */
export function post(
  workspaceId: string,
  head: LedgerHead,
  posting: Posting,
  now: number,
): Posted | TreasuryError {
  const account = addToTotals(head.account, posting);
  const balance = balanceOf(account);
  const { deposits, revenue, expense } = account;
  const totals = [balance, deposits, revenue, expense, Micros.subtract(revenue, expense)];
  if (!totals.every(isWithinTotals)) {
    return new TreasuryError(
      "total_out_of_range",
      "This payment would exceed the largest total that a workspace supports.",
    );
  }
  const sequence = head.sequence + 1n;
  const record = recordOf(posting, head, sequence, now);
  const chained = {
    epoch: head.epoch,
    sequence,
    amount: posting.amount,
    balance,
    previousHash: head.lastHash,
  };
  const hash = hashEntry({ ...chained, workspaceId, record });
  return {
    entry: { ...chained, hash, body: entryToBody(record) },
    record,
    head: { epoch: head.epoch, sequence, lastHash: hash, account },
  };
}

/** A reversal does not reduce the day's spending. */
function addToTotals(account: Account, { type, amount, reversalOf, decision }: Posting): Account {
  switch (type) {
    case "deposit":
      return { ...account, deposits: Micros.add(account.deposits, amount) };
    case "revenue":
      return { ...account, revenue: Micros.add(account.revenue, amount) };
    case "expense": {
      const net = { ...account, expense: Micros.subtract(account.expense, amount) };
      if (reversalOf !== undefined) return net;
      const spent = Micros.negate(amount);
      return {
        ...net,
        spentToday: Micros.add(account.spentToday, spent),
        autoApprovedToday: decision?.autoApproved
          ? Micros.add(account.autoApprovedToday, spent)
          : account.autoApprovedToday,
      };
    }
  }
}

/** Returns the text of a field with its salt. */
type Salting = (field: string, text: string) => SaltedText;

function recordOf(posting: Posting, head: LedgerHead, sequence: bigint, now: number): EntryRecord {
  const { salt, decision, deployment, itemisation } = posting;
  const salted: Salting = (field, text) =>
    saltText(deployment === undefined ? salt : saltOfField(salt, field), text);
  return {
    id: `entry_${head.epoch}_${sequence}`,
    type: posting.type,
    description: salted("description", posting.description),
    proposalId: posting.proposalId ?? null,
    reference: posting.reference ?? null,
    reversalOf: posting.reversalOf ?? null,
    createdAt: timestamp(now),
    day: head.account.day,
    salt,
    decision: decision === undefined ? null : saltDecision(salted, decision),
    ...(deployment !== undefined && { deployment }),
    ...(itemisation !== undefined && { itemisation }),
  };
}

function saltDecision(salted: Salting, decision: PostedDecision): DecisionRecord {
  return {
    operator: decision.operator === null ? null : salted("operator", decision.operator),
    operatorVerified: decision.operatorVerified,
    autoApproved: decision.autoApproved,
    decidedAt: timestamp(decision.decidedAt),
    vendor: salted("vendor", decision.vendor),
    amount: Micros.toText(decision.amount),
    limits: decision.limits,
    ...(decision.ruled && { ruled: saltRuling(salted, decision.ruled) }),
  };
}

function saltRuling(
  salted: Salting,
  { approvers, approvedAmount, ...ruled }: PostedRuling,
): Ruling {
  return {
    ...ruled,
    ...(approvedAmount !== undefined && { approvedAmount: Micros.toText(approvedAmount) }),
    approvers: approvers.map((text, index) => salted(approverField(index), text)),
  };
}
