import type { AdministrativeActionType } from "@agent-treasury/contract";
import type { Doc, Json, JsonObject, Key } from "@agent-treasury/provider";
import { fromStored, toStored } from "@agent-treasury/provider/helpers";
import { type Requirement, requirementFromJson, requirementToJson } from "@agent-treasury/rules";
import { approvalToWire } from "../../kernel/approvals/approval-progress.ts";
import type { ApprovalRecord } from "../../kernel/approvals/approval-record.ts";
import { erasedApproval } from "../../kernel/approvals/erased-persons.ts";
import type { DocumentKind, Erasing, ErasedDoc } from "../../kernel/documents/document-kind.ts";
import type { EvidenceKind } from "../../kernel/documents/evidence.ts";
import { keptDoc } from "../../kernel/ledger/kept-doc.ts";
import { timestamp, timestampOrNull } from "../../kernel/ledger/timestamp.ts";
import { erasedPayload } from "./action-texts.ts";

export const actionKind = "administrative_action";
export const actionPayloadKind = "administrative_payload";

/** An administrative action. It is pending while it needs approvals. */
export interface ActionRecord {
  readonly id: string;
  /** Its place in the list of actions. Increases with each, whatever the clock. */
  readonly ordinal: bigint;
  readonly type: AdministrativeActionType;
  readonly payload: JsonObject;
  /** The person who started it. */
  readonly startedBy: ApprovalRecord;
  readonly startedAt: number;
  /** Contains the starter's. */
  readonly approvals: readonly ApprovalRecord[];
  /** The requirements when it was started. */
  readonly requirements: readonly Requirement[];
  readonly status: "pending" | "done" | "denied";
  readonly closedAt: number | null;
  /** The digest of a publication that is done. */
  readonly result: string | null;
}

export function actionKey(id: string): Key {
  return { kind: actionKind, id };
}

export function actionKeys(id: string): readonly Key[] {
  return [actionKey(id), { kind: actionPayloadKind, id }];
}

export type ActionBody = Omit<ActionRecord, "id" | "ordinal" | "requirements" | "payload"> & {
  readonly requirements: Json;
  readonly erased?: true;
};

/** The payload is separate, because every load contains the open documents. */
export function actionToDocs({ payload, ...action }: ActionRecord, epoch: number): Doc[] {
  return [
    actionToDoc(action, epoch),
    keptDoc({ kind: actionPayloadKind, id: action.id }, epoch, payload),
  ];
}

export function actionToDoc(action: Omit<ActionRecord, "payload">, epoch: number): Doc {
  const { id, ordinal, type, startedBy, startedAt, approvals, status, closedAt, result } = action;
  const requirements = action.requirements.map(requirementToJson);
  const body: ActionBody = {
    type,
    startedBy,
    startedAt,
    approvals,
    requirements,
    status,
    closedAt,
    result,
  };
  const doc = keptDoc(actionKey(id), epoch, toStored(body));
  return { ...doc, ordinal, open: status === "pending" };
}

/** Null without sign-in. */
export function starterIdOf({ body }: Doc): string | null {
  return fromStored<ActionBody>(body).startedBy.id;
}

export function actionFromDocs({ id, ordinal, body }: Doc, payload: Doc | undefined): ActionRecord {
  const { requirements, ...rest } = fromStored<ActionBody>(body);
  return {
    ...rest,
    id,
    ordinal: ordinal ?? 0n,
    payload: (payload?.body ?? {}) as JsonObject,
    requirements: (requirements as readonly Json[]).map(requirementFromJson),
  };
}

/** What an auditor is shown of it. */
const actionEvidence: EvidenceKind = {
  beside: actionPayloadKind,
  show: (doc, { beside, detailsOf }) => {
    const action = actionFromDocs(doc, beside);
    const { id, type, status, payload, startedBy, approvals, result } = action;
    const startedAt = timestamp(action.startedAt);
    const closedAt = timestampOrNull(action.closedAt);
    const content = {
      id,
      type,
      status,
      details: detailsOf(type, payload),
      startedBy: startedBy.name,
      startedAt,
      closedAt,
      approvals: approvals.map(approvalToWire),
      result,
    };
    return { record: "change", at: [startedAt, closedAt], content };
  },
};

export const actionDocuments: readonly DocumentKind[] = [
  { kind: actionKind, erasure: "own", erase: erasedAction, evidence: actionEvidence },
  {
    kind: actionPayloadKind,
    erasure: "with",
    of: actionKind,
    erase: (doc, { body }) => {
      const { type } = fromStored<ActionBody>(body);
      return { ...doc, body: erasedPayload(type, doc.body as JsonObject) };
    },
  },
];

/** A pending action needs its persons to count them. */
function erasedAction(doc: Doc, { before }: Erasing): ErasedDoc {
  const body = fromStored<ActionBody>(doc.body);
  const { startedBy, startedAt, approvals, erased: isErased = false } = body;
  if (isErased || startedAt >= before) return null;
  if (doc.open) return "waits";
  const erased: ActionBody = {
    ...body,
    startedBy: erasedApproval(startedBy),
    approvals: approvals.map(erasedApproval),
    erased: true,
  };
  return { ...doc, body: toStored(erased) };
}
