import {
  type Doc,
  type IncomingMovement,
  type JsonObject,
  type Key,
  Micros,
  type MovementStatus,
  type PaymentMode,
} from "@agent-treasury/provider";
import { fromStored } from "@agent-treasury/provider/helpers";
import type { DocumentKind, Erasing, ErasedDoc } from "../../../kernel/documents/document-kind.ts";
import { erasedText } from "../../../kernel/proposals/erased-marker.ts";
import { nameText } from "../credit-record.ts";

export const incomingKind = "incoming_payment";

/** A movement that was announced. Closed, because thousands may be pending. */
export interface IncomingRecord {
  readonly provider: string;
  readonly mode: PaymentMode;
  readonly movement: Omit<IncomingMovement, "workspaceId">;
  readonly status: MovementStatus;
  /** Why it did not arrive, or was undone. */
  readonly reason: string | null;
  readonly epoch: number;
  /** When it is looked for. Null once nothing changes any more. */
  readonly dueAt: number | null;
}

/** After this, only the credit remains. */
const closedLifetimeMs = 30 * 86_400_000;

export function incomingKey(provider: string, id: string): Key {
  return { kind: incomingKind, id: nameText({ provider, reference: id }) };
}

export function incomingToDoc(record: IncomingRecord, now: number): Doc {
  const { provider, mode, movement, status, reason, epoch, dueAt } = record;
  const { id, amount, payer, description, details } = movement;
  return {
    ...incomingKey(provider, id),
    epoch,
    ordinal: null,
    open: false,
    dueAt,
    expiresAt: dueAt === null ? now + closedLifetimeMs : null,
    body: { mode, amount: Micros.toText(amount), payer, description, details, status, reason },
  };
}

interface IncomingBody {
  readonly mode: PaymentMode;
  readonly amount: string;
  readonly payer: string;
  readonly description: string;
  readonly details: JsonObject;
  readonly status: MovementStatus;
  readonly reason: string | null;
}

export function incomingFromDoc({ id: key, body, epoch, dueAt }: Doc): IncomingRecord {
  const { mode, amount, status, reason, ...texts } = fromStored<IncomingBody>(body);
  const end = key.indexOf(":");
  const movement = { ...texts, id: key.slice(end + 1), amount: Micros.of(amount) };
  return { provider: key.slice(0, end), mode, movement, status, reason, epoch, dueAt };
}

export const incomingDocument: DocumentKind = {
  kind: incomingKind,
  erasure: "own",
  erase: erasedIncoming,
};

/** Its rail still needs the texts of one that is looked for. */
function erasedIncoming(doc: Doc, { before }: Erasing): ErasedDoc {
  const body = fromStored<IncomingBody>(doc.body);
  if (body.description === erasedText) return null;
  if (doc.expiresAt === null) return "waits";
  if (doc.expiresAt - closedLifetimeMs >= before) return null;
  const texts = { payer: erasedText, description: erasedText, details: {} };
  return { ...doc, body: { ...body, ...texts, reason: body.reason && erasedText } };
}
