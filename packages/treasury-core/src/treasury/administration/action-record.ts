import type { Doc, Json, JsonObject, Key } from "@agent-treasury/provider";
import {
  type Progress,
  progressOf,
  type Requirement,
  requirementFromJson,
  requirementToJson,
} from "@agent-treasury/rules";
import type { ApprovalRecord } from "../approvals/approval-record.ts";

export const actionKind = "administrative_action";

/** An administrative action that needs approval. */
export interface ActionRecord {
  readonly id: string;
  readonly type: string;
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
}

export function actionKey(id: string): Key {
  return { kind: actionKind, id };
}

type ActionBody = Omit<ActionRecord, "id" | "requirements"> & { readonly requirements: Json };

export function actionToDoc(action: ActionRecord, epoch: number): Doc {
  const { id, requirements, ...rest } = action;
  const body: ActionBody = { ...rest, requirements: requirements.map(requirementToJson) };
  return {
    ...actionKey(id),
    epoch,
    ordinal: BigInt(action.startedAt),
    open: action.status === "pending",
    dueAt: null,
    expiresAt: null,
    body: body as unknown as Json,
  };
}

export function actionFromDoc({ id, body }: Doc): ActionRecord {
  const { requirements, ...rest } = body as unknown as ActionBody;
  return { ...rest, id, requirements: (requirements as readonly Json[]).map(requirementFromJson) };
}

export function actionProgress(
  { startedBy, requirements, approvals }: ActionRecord,
  present: readonly Requirement[],
): Progress {
  const given = approvals.map(({ id, groups }) => ({ person: id, groups }));
  return progressOf([...requirements, ...present], given, startedBy.id);
}
