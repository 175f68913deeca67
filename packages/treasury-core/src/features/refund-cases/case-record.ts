import type { RefundCase as WireCase } from "@agent-treasury/contract";
import type { Doc, Key, PaymentMode } from "@agent-treasury/provider";
import { fromStored, toStored } from "@agent-treasury/provider/helpers";
import type { DocumentKind, Erasing, ErasedDoc } from "../../kernel/documents/document-kind.ts";
import type { RecordedEvent } from "../../kernel/ledger/recorded-event.ts";
import { timestamp } from "../../kernel/ledger/timestamp.ts";
import { erasedText } from "../../kernel/proposals/erased-marker.ts";
import type { SpendProposal } from "../../kernel/proposals/proposal.ts";
import type { HeldSpend } from "../payments/index.ts";

export const caseKind = "refund_case";

export type CaseReason = WireCase["reason"];
export type CaseOutcome = NonNullable<WireCase["outcome"]>;

export interface CaseStep {
  readonly kind: WireCase["steps"][number]["kind"];
  readonly at: number;
  readonly by: string | null;
  readonly text: string | null;
}

/** The hold of a payment, which ended with it. */
export interface CasePayment {
  readonly executor: string;
  readonly mode: PaymentMode;
  readonly heldAt: number;
}

/** A payment whose delivery is looked at, or disputed. Times are milliseconds since 1970. */
export interface RefundCase {
  /** Of the proposal. */
  readonly id: string;
  readonly epoch: number;
  /** Null while nothing is known to be wrong. */
  readonly reason: CaseReason | null;
  readonly outcome: CaseOutcome | null;
  /** Null without an executor. */
  readonly payment: CasePayment | null;
  readonly steps: readonly CaseStep[];
  readonly openedAt: number;
  /** Then it ends, whatever its state. */
  readonly endsAt: number;
  /** When it is looked at next. Null once it has ended. */
  readonly dueAt: number | null;
  /** Who asks the seller again. */
  readonly lease: { readonly id: string; readonly until: number } | null;
  /** Order in the list, which is that of the proposals. Null while nothing is known to be wrong. */
  readonly ordinal: bigint | null;
}

/** The beginning and the newest steps are enough. */
const mostSteps = 50;

const dayMs = 86_400_000;
export const caseLastsMs: number = 120 * dayMs;

/** The spend as it was held for its payment, for an order that names it. */
export function heldAgain(spend: SpendProposal, payment: CasePayment, lease = ""): HeldSpend {
  const hold = { ...payment, lease, dueAt: 0, calling: lease !== "", recoveries: 0 };
  return { ...spend, hold };
}

export function caseKey(proposalId: string): Key {
  return { kind: caseKind, id: proposalId };
}

/** Closed, because every load reads the open documents. */
export function caseToDoc({ id, epoch, dueAt, ordinal, ...body }: RefundCase): Doc {
  return {
    ...caseKey(id),
    epoch,
    ordinal,
    open: false,
    dueAt,
    // A delivery as offered needs no record.
    expiresAt: dueAt === null && body.reason === null ? body.openedAt + dayMs : null,
    body: toStored(body),
  };
}

export function caseFromDoc({ id, epoch, dueAt, ordinal, body }: Doc): RefundCase {
  return { ...fromStored<RefundCase>(body), id, epoch, dueAt, ordinal };
}

/** Null unless something is known to be wrong. */
export function caseIn(doc: Doc | undefined): RefundCase | null {
  if (doc === undefined) return null;
  const found = caseFromDoc(doc);
  return found.reason === null ? null : found;
}

export function withStep(before: RefundCase, step: CaseStep): RefundCase {
  const [first, ...others] = [...before.steps, step];
  const newest = others.slice(-(mostSteps - 1));
  return { ...before, steps: first === undefined ? newest : [first, ...newest] };
}

export function ended(
  before: RefundCase,
  outcome: CaseOutcome,
  step: Omit<CaseStep, "kind">,
): RefundCase {
  return { ...withStep(before, { kind: outcome, ...step }), outcome, dueAt: null, lease: null };
}

export const caseDocument: DocumentKind = {
  kind: caseKind,
  erasure: "own",
  erase: erasedCase,
  evidence: {
    show: (doc) => {
      const found = caseIn(doc);
      if (found === null) return null;
      const { id: proposalId, reason, outcome, openedAt } = found;
      const steps = found.steps.map((step) => ({ ...step, at: timestamp(step.at) }));
      const at = [timestamp(openedAt), ...steps.map((step) => step.at)];
      return {
        record: "exception",
        at,
        content: { kind: "refund_case", proposalId, reason, outcome, openedAt: at[0], steps },
      };
    },
  },
  eventsOf: (doc, change) => {
    const known = change.known();
    if (known === undefined) return [];
    return eventsBetween(known && caseFromDoc(known), caseFromDoc(doc));
  },
};

/** Steps follow after the spend itself was erased, so each has its own time. */
function erasedCase(doc: Doc, { before }: Erasing): ErasedDoc {
  const found = caseFromDoc(doc);
  const isOld = ({ at, by, text }: CaseStep): boolean =>
    at < before && [by, text].some((one) => one !== null && one !== erasedText);
  if (!found.steps.some(isOld)) return null;
  const steps = found.steps.map((step) =>
    isOld(step) ? { ...step, by: step.by && erasedText, text: step.text && erasedText } : step,
  );
  return caseToDoc({ ...found, steps });
}

function eventsBetween(before: RefundCase | null, after: RefundCase): readonly RecordedEvent[] {
  const { id: proposalId, outcome } = after;
  const isOpen = (one: RefundCase | null) => one !== null && one.reason !== null && !one.outcome;
  if (!isOpen(before) && isOpen(after)) return [{ kind: "refundCaseOpened", proposalId }];
  if (outcome === null || before?.outcome === outcome) return [];
  return [{ kind: "refundCaseClosed", proposalId, outcome }];
}
