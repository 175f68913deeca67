import type { Freeze as WireFreeze, PaymentInFlight } from "@agent-treasury/contract";
import { type Doc, type Key, Micros } from "@agent-treasury/provider";
import { fromStored, toStored } from "@agent-treasury/provider/helpers";
import type { DocumentKind, Erasing, ErasedDoc } from "../../kernel/documents/document-kind.ts";
import { keptDoc } from "../../kernel/ledger/kept-doc.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import type { Person } from "../../kernel/ledger/person.ts";
import { timestamp, timestampOrNull } from "../../kernel/ledger/timestamp.ts";
import { erasedText } from "../../kernel/proposals/erased-marker.ts";
import type { Freeze } from "./freeze.ts";

/** The person or the agent that froze or unfroze. */
export interface FreezeActor {
  readonly name: string | null;
  readonly verified: boolean;
  /** Null unless verified. */
  readonly id: Person["id"] | null;
  /** Set if an agent froze itself. */
  readonly agentId: string | null;
}

/** The audit record of a freeze. Times are milliseconds since 1970. */
export interface FreezeRecord extends Omit<Freeze, "record"> {
  readonly id: string;
  /** The target as it was named. */
  readonly named: string | null;
  readonly reason: string | null;
  readonly by: FreezeActor;
  readonly at: number;
  readonly payments: readonly HeldPayment[];
  readonly endedAt: number | null;
  readonly endedBy: FreezeActor | null;
}

/** A payment in flight at the freeze. */
export interface HeldPayment {
  readonly proposalId: string;
  readonly amount: string;
  readonly vendor: string;
  readonly executor: string;
  readonly since: number;
  readonly until: number | null;
}

export const freezeKind = "freeze";

export function freezeKey(id: string): Key {
  return { kind: freezeKind, id };
}

export function freezeToDoc({ id, ...body }: FreezeRecord, epoch: number): Doc {
  return keptDoc(freezeKey(id), epoch, toStored(body));
}

/** Requests the record if it is not loaded. */
export function freezeRecordOf(ledger: LedgerState, id: string): FreezeRecord {
  const [doc] = ledger.request([freezeKey(id)]);
  if (doc === undefined) throw new Error(`The record of the freeze ${id} is missing.`);
  return { ...fromStored<Omit<FreezeRecord, "id">>(doc.body), id };
}

export function freezeToWire(
  workspaceId: string,
  { scope, named, reason, by, at, payments }: FreezeRecord,
): WireFreeze {
  return {
    scope,
    id: named,
    reason,
    frozenBy: by.name,
    frozenAt: timestamp(at),
    payments: payments.map((payment) => paymentToWire(workspaceId, payment)),
  };
}

function paymentToWire(
  workspaceId: string,
  { proposalId, amount, vendor, executor, since, until }: HeldPayment,
): PaymentInFlight {
  return {
    workspaceId,
    proposalId,
    amountUsd: Micros.toUsd(Micros.of(amount)),
    vendor,
    executor,
    since: timestamp(since),
    until: timestampOrNull(until),
  };
}

export const freezeDocument: DocumentKind = {
  kind: freezeKind,
  erasure: "own",
  erase: erasedFreeze,
  evidence: {
    show: ({ id, body }, { workspaceId }) => {
      const record = { ...fromStored<Omit<FreezeRecord, "id">>(body), id };
      const { frozenAt, ...freeze } = freezeToWire(workspaceId, record);
      const endedAt = timestampOrNull(record.endedAt);
      const end = { endedAt, endedBy: record.endedBy?.name ?? null };
      const content = { kind: "freeze", ...freeze, id, target: record.named, frozenAt, ...end };
      return { record: "exception", at: [frozenAt, endedAt], content };
    },
  },
};

/** A freeze in effect shows its person and reason. */
function erasedFreeze(doc: Doc, { before }: Erasing): ErasedDoc {
  const body = fromStored<Omit<FreezeRecord, "id">>(doc.body);
  if (body.at >= before || body.reason === erasedText) return null;
  if (body.endedBy === null) return "waits";
  const isVendor = body.scope === "vendor";
  const erased: typeof body = {
    ...body,
    ...(isVendor && { target: erasedText, named: erasedText }),
    reason: erasedText,
    by: erasedActor(body.by),
    endedBy: erasedActor(body.endedBy),
    payments: body.payments.map((payment) => ({ ...payment, vendor: erasedText })),
  };
  return { ...doc, body: toStored(erased) };
}

function erasedActor(actor: FreezeActor): FreezeActor {
  const { id, name } = actor;
  return { ...actor, id: id && erasedText, name: name && erasedText };
}
