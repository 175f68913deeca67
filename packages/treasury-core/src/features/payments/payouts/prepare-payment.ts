import type { JsonObject } from "@agent-treasury/provider";
import { askWithin } from "../../../kernel/ask-within.ts";
import { type Command, changed, unchanged } from "../../../kernel/ledger/command.ts";
import { proposalOf, proposalToDoc } from "../../../kernel/proposals/proposal-record.ts";
import { proposalKey, type SpendProposal } from "../../../kernel/proposals/proposal.ts";
import { type HeldSpend, orderOf, type PaymentDocs } from "./held-spend.ts";
import { payloadDoc, payloadFrom, payloadKey } from "./payload-doc.ts";
import type { PayingDeps } from "./spending-deps.ts";

const maximumPayloadBytes = 4_096;

export type Preparation =
  | { readonly kind: "ready"; readonly payload: JsonObject | null }
  /** Another process has the lease. */
  | { readonly kind: "lost"; readonly spend: SpendProposal }
  /** Nothing was sent. */
  | { readonly kind: "failed"; readonly error: unknown }
  | { readonly kind: "invalid"; readonly reason: string };

/** Commits what is presented at every call, so that a repeated call is the same payment. */
export async function preparePayment(
  { executor, clock, timeoutMs, committer }: PayingDeps,
  workspaceId: string,
  spend: HeldSpend,
  docs: PaymentDocs,
): Promise<Preparation> {
  const { prepare } = executor;
  if (prepare === undefined || docs.payload !== null) {
    return { kind: "ready", payload: docs.payload };
  }
  const asked = await askWithin(clock, timeoutMs / 2, (signal) => {
    const { payload: _, ...order } = orderOf(workspaceId, spend, docs, signal);
    return prepare.call(executor, order);
  });
  if (asked.kind === "timed_out") {
    return {
      kind: "failed",
      error: new Error("The executor did not prepare the payment in time."),
    };
  }
  if (asked.kind === "threw") return { kind: "failed", error: asked.error };
  const payload = readPayload(asked.answer);
  if (payload === null) {
    return {
      kind: "invalid",
      reason: "The executor prepared an invalid payment. Nothing was sent.",
    };
  }
  const recording = { proposalId: spend.id, lease: spend.hold.lease, payload };
  const { recorded, current } = await committer.run(workspaceId, recordPayload(recording));
  return recorded === null
    ? { kind: "lost", spend: current }
    : { kind: "ready", payload: recorded };
}

/** A copy, as it is stored. Null if it is not an object, or too large. */
function readPayload(answer: unknown): JsonObject | null {
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) return null;
  const text = JSON.stringify(answer);
  if (new TextEncoder().encode(text).length > maximumPayloadBytes) return null;
  return JSON.parse(text) as JsonObject;
}

export interface PayloadRecording {
  readonly proposalId: string;
  /** Applies only while this lease is current. */
  readonly lease: string;
  readonly payload: JsonObject;
}

export interface RecordedPayload {
  /** The payload to present: the first one that was recorded. Null without the lease. */
  readonly recorded: JsonObject | null;
  readonly current: SpendProposal;
}

export function recordPayload({
  proposalId,
  lease,
  payload,
}: PayloadRecording): Command<RecordedPayload> {
  return {
    name: "record_payload",
    reads: [proposalKey(proposalId), payloadKey(proposalId)],
    reduce: (ledger) => {
      const spend = proposalOf(ledger, proposalId);
      const { hold, epoch } = spend;
      if (hold?.lease !== lease) return unchanged({ recorded: null, current: spend });
      const known = payloadFrom(ledger.doc(payloadKey(proposalId)));
      if (known !== null) return unchanged({ recorded: known, current: spend });
      const next: SpendProposal = { ...spend, hold: { ...hold, isPrepared: true } };
      const put = [proposalToDoc(next), payloadDoc(proposalId, epoch, payload)];
      const answer = { recorded: payload, current: next };
      return changed(ledger, answer, { put });
    },
  };
}
