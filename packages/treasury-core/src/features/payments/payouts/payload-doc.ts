import type { Doc, JsonObject, Key } from "@agent-treasury/provider";
import { keptDoc } from "../../../kernel/ledger/kept-doc.ts";

/** Beside the proposal, because every load reads the open documents. */
export function payloadKey(proposalId: string): Key {
  return { kind: "payment_payload", id: proposalId };
}

export function payloadDoc(proposalId: string, epoch: number, payload: JsonObject): Doc {
  return keptDoc(payloadKey(proposalId), epoch, payload);
}

export function payloadFrom(doc: Doc | undefined): JsonObject | null {
  return doc === undefined ? null : (doc.body as JsonObject);
}
