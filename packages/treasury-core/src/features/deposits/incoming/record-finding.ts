import type { MovementFinding, MovementStatus, TreasuryError } from "@agent-treasury/provider";
import { invalidRequest } from "../../../kernel/errors.ts";
import {
  type Command,
  type Outcome,
  changesOn,
  unchanged,
} from "../../../kernel/ledger/command.ts";
import type { LedgerState } from "../../../kernel/ledger/ledger-state.ts";
import { type CollectedPayment, creditPayment } from "../credit-payment.ts";
import { type PaymentReversal, reversePayment } from "../reverse-payment.ts";
import {
  type IncomingRecord,
  incomingFromDoc,
  incomingKey,
  incomingToDoc,
} from "./incoming-record.ts";

const shortestDelayMs = 1_000;
const longestDelayMs = 7 * 86_400_000;

/**
 * Applies what a rail reported, in the commit that credits or reverses. A repeated or late finding
 * changes nothing twice.
 *
 * @param salt 128 random bits.
 */
export function recordFinding(
  announced: IncomingRecord,
  finding: MovementFinding,
  salt: string,
): Command<MovementStatus> {
  const key = incomingKey(announced.provider, announced.movement.id);
  const credited = creditPayment(creditOf(announced, salt));
  const reversed = reversePayment(reversalOf(announced, salt));
  return {
    name: "record_incoming_payment",
    reads: [key, ...(credited.reads ?? []), ...(reversed.reads ?? [])],
    reduce: (ledger, now) => {
      const doc = ledger.doc(key);
      if (doc === undefined) throw notAnnounced();
      const record = incomingFromDoc(doc);
      if (record.dueAt === null) return unchanged(record.status);
      const next = nextRecord(record, finding, now);
      if (record.status === "pending" && finding.kind === "counted") {
        return beside(credited.reduce(ledger, now), ledger, next, now);
      }
      if (record.status === "credited" && finding.kind === "gone") {
        return beside(reversed.reduce(ledger, now), ledger, next, now);
      }
      return beside(unchanged(null), ledger, next, now);
    },
  };
}

export function notAnnounced(): TreasuryError {
  return invalidRequest("The incoming payment was not announced.");
}

function nextRecord(record: IncomingRecord, finding: MovementFinding, now: number): IncomingRecord {
  switch (finding.kind) {
    case "pending":
      return { ...record, dueAt: later(now, finding.afterMs) };
    case "counted":
      return finding.reviewAfterMs === null
        ? { ...record, status: "final", dueAt: null }
        : { ...record, status: "credited", dueAt: later(now, finding.reviewAfterMs) };
    case "gone":
      return { ...record, status: "gone", reason: finding.reason, dueAt: null };
  }
}

/** Adds the record to the changes of a credit or reversal. */
function beside(
  outcome: Outcome<unknown>,
  ledger: LedgerState,
  next: IncomingRecord,
  now: number,
): Outcome<MovementStatus> {
  const changes = outcome.kind === "changed" ? outcome.changes : changesOn(ledger, {});
  const put = [...changes.put, incomingToDoc(next, now)];
  return { kind: "changed", answer: next.status, changes: { ...changes, put } };
}

function later(now: number, delayMs: number): number {
  return now + Math.min(Math.max(delayMs, shortestDelayMs), longestDelayMs);
}

function creditOf({ provider, mode, movement }: IncomingRecord, salt: string): CollectedPayment {
  return {
    type: "revenue",
    amount: movement.amount,
    description: `${movement.description} (revenue through ${provider})`,
    claim: { kind: "movement", id: `${provider}:${movement.id}` },
    reference: movement.id,
    payment: { provider, mode, isRail: true },
    salt,
  };
}

function reversalOf({ provider, movement }: IncomingRecord, salt: string): PaymentReversal {
  return {
    provider,
    id: `${movement.id}:gone`,
    reference: movement.id,
    amount: movement.amount,
    description: `Payment taken back on ${provider}`,
    salt,
  };
}
