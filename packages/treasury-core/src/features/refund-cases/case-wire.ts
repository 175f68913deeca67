import type { RefundCase as WireCase, RefundCaseReading } from "@agent-treasury/contract";
import { Micros, type PaymentExecutor, type SignedStatement } from "@agent-treasury/provider";
import { timestamp } from "../../kernel/ledger/timestamp.ts";
import { amountPaid } from "../../kernel/proposals/proposal.ts";
import type { CaseReason } from "./case-record.ts";
import type { ReadCase } from "./read-cases.ts";

export function caseToWire({ found, spend, docs, delivered }: ReadCase): WireCase {
  return {
    proposalId: spend.id,
    vendor: spend.vendor,
    purpose: spend.purpose,
    // Only cases with a reason are read.
    reason: found.reason ?? "other",
    isOpen: found.outcome === null,
    outcome: found.outcome,
    paidUsd: Micros.toUsd(amountPaid(spend)),
    refundedUsd: Micros.toUsd(spend.refunded),
    reference: spend.reference,
    delivered: delivered && {
      status: delivered.status,
      contentType: delivered.contentType,
      bytes: delivered.bytes,
      at: timestamp(delivered.at),
    },
    offeredType: docs.quote?.contentType ?? null,
    canAskAgain: found.outcome === null && found.payment !== null,
    steps: found.steps.map((step) => ({ ...step, at: timestamp(step.at) })),
    openedAt: timestamp(found.openedAt),
    endsAt: timestamp(found.endsAt),
  };
}

/** With what a person can send. */
export function readingToWire(
  read: ReadCase,
  executor: PaymentExecutor | undefined,
): RefundCaseReading {
  const { spend } = read;
  const paidAt = spend.executedAt ?? read.found.openedAt;
  const forMs = executor?.disputableForMs;
  const dispute =
    forMs === undefined
      ? null
      : {
          reason: disputeReason(read.found.reason),
          explanation: explanationOf(read),
          until: timestamp(paidAt + forMs),
        };
  return { case: caseToWire(read), letter: letterOf(read), dispute };
}

type DisputeReason = NonNullable<RefundCaseReading["dispute"]>["reason"];

function disputeReason(reason: CaseReason | null): DisputeReason {
  return reason === "other_content" || reason === "other" ? "not_as_described" : "not_received";
}

const happened: Readonly<Record<CaseReason, string>> = {
  nothing_delivered: "Nothing was delivered.",
  error_delivered: "The answer was an error.",
  other_content: "The content was of another type than offered.",
  late: "It was delivered too late to be of use.",
  other: "The delivery was not what was offered.",
};

/** The statements themselves are part of what the spend bought. */
function signedBy(what: string, statement: SignedStatement | null | undefined): readonly string[] {
  const { signer = null, isPayee = false } = statement ?? {};
  if (signer === null) return [];
  return [`${what} was signed by ${isPayee ? "the payee" : signer}.`];
}

function explanationOf({ found, delivered, docs, spend }: ReadCase): string {
  const offered = docs.quote?.contentType;
  const what =
    delivered === null
      ? null
      : `The stored answer has status ${delivered.status}, type ${delivered.contentType ?? "unknown"} and ${delivered.bytes} bytes, of ${timestamp(delivered.at)}.`;
  return [
    `Purchase: ${spend.purpose}.`,
    happened[found.reason ?? "other"],
    ...(offered === undefined ? [] : [`Offered was the type ${offered}.`]),
    ...(what === null ? [] : [what]),
    ...signedBy("The offer", delivered?.signed?.offer),
    ...signedBy("A receipt of the payment", delivered?.signed?.receipt),
    ...found.steps.flatMap(({ kind, text }) => (kind === "opened" && text !== null ? [text] : [])),
  ]
    .map(onOneLine)
    .join(" ");
}

/** A line end in an outside text could begin a paragraph that we did not write. */
function onOneLine(text: string): string {
  return text.replaceAll(/[\s\u0085]+/g, " ");
}

function letterOf(read: ReadCase): string {
  const { spend } = read;
  const paid = amountPaid(spend);
  const left = Micros.formatUsd(Micros.subtract(paid, spend.refunded));
  const paidAt = spend.executedAt === null ? "" : ` on ${timestamp(spend.executedAt)}`;
  return [
    `To ${spend.vendor}:`,
    `We paid ${Micros.formatUsd(paid)}${paidAt}. ${explanationOf(read)}`,
    `Please return ${left}, with a reference for the refund in your answer.`,
    `Payment: ${spend.reference ?? "without a reference"}. Our reference: ${spend.id}.`,
  ]
    .map(onOneLine)
    .join("\n\n");
}
