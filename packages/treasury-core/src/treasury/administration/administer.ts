import { TreasuryError, type JsonObject } from "@agent-treasury/provider";
import type { Requirement } from "@agent-treasury/rules";
import { type Changes, changesOn, type Command, type Outcome, refused } from "../../ledger/command.ts";
import type { LedgerState } from "../../ledger/ledger-state.ts";
import type { Operator } from "../../ledger/operator.ts";
import { approvalBy, hasApproved } from "../approvals/approval-record.ts";
import {
  actionFromDoc,
  actionKey,
  actionKind,
  actionProgress,
  type ActionRecord,
  actionToDoc,
} from "./action-record.ts";

const maximumPending = 20;

/** Applies an action once it has all approvals. Throws a TreasuryError if it no longer can. */
export type ApplyAction = (
  ledger: LedgerState,
  payload: JsonObject,
  operator: Operator,
  now: number,
) => Changes;

export interface Administration {
  /** What the present rules require of any spend. */
  readonly requirementsOf: (ledger: LedgerState) => readonly Requirement[];
  readonly apply: Readonly<Record<string, ApplyAction>>;
}

export interface StartedAction {
  readonly id: string;
  readonly type: string;
  readonly payload: JsonObject;
  readonly operator: Operator;
}

/**
 * Applies an action, or records it as pending if the present rules require more approvals than its
 * starter's. Otherwise one person could remove a quorum.
 */
export function startAction(
  { id, type, payload, operator }: StartedAction,
  administration: Administration,
): Command<ActionRecord> {
  return {
    name: "start_administrative_action",
    reads: [],
    creates: [actionKey(id)],
    reduce: (ledger, now) => {
      const known = ledger.doc(actionKey(id));
      if (known !== undefined) return { kind: "unchanged", answer: actionFromDoc(known) };
      const startedBy = approvalBy(operator, null, now);
      const action: ActionRecord = {
        id,
        type,
        payload,
        startedBy,
        startedAt: now,
        approvals: [startedBy],
        requirements: administration.requirementsOf(ledger),
        status: "pending",
        closedAt: null,
      };
      return proceed(ledger, action, operator, administration, now);
    },
  };
}

export interface ActionDecision {
  readonly actionId: string;
  readonly decision: "approve" | "deny";
  readonly operator: Operator;
}

/** One denial denies. The starter may withdraw the action by denying it. */
export function decideAction(
  { actionId, decision, operator }: ActionDecision,
  administration: Administration,
): Command<ActionRecord> {
  return {
    name: "decide_administrative_action",
    reads: [actionKey(actionId)],
    reduce: (ledger, now) => {
      const doc = ledger.doc(actionKey(actionId));
      if (doc === undefined) return refused(actionNotFound(actionId));
      const action = actionFromDoc(doc);
      if (action.status !== "pending") return decidedAlready(action, decision);
      if (decision === "deny") return closed(ledger, action, "denied", now);
      if (hasApproved(action.approvals, operator)) return { kind: "unchanged", answer: action };
      const approvals = [...action.approvals, approvalBy(operator, null, now)];
      return proceed(ledger, { ...action, approvals }, operator, administration, now);
    },
  };
}

function proceed(
  ledger: LedgerState,
  action: ActionRecord,
  operator: Operator,
  administration: Administration,
  now: number,
): Outcome<ActionRecord> {
  const { isComplete } = actionProgress(action, administration.requirementsOf(ledger));
  if (!isComplete) return pending(ledger, action);
  const apply = administration.apply[action.type];
  if (apply === undefined) {
    return refused(new TreasuryError("invalid_request", `Unknown action ${action.type}.`));
  }
  const changes = apply(ledger, action.payload, operator, now);
  const done: ActionRecord = { ...action, status: "done", closedAt: now };
  const put = [...changes.put, actionToDoc(done, changes.head.epoch)];
  return { kind: "changed", answer: done, changes: { ...changes, put } };
}

function pending(ledger: LedgerState, action: ActionRecord): Outcome<ActionRecord> {
  const others = [...ledger.openDocs(actionKind)].filter(({ id }) => id !== action.id);
  if (others.length >= maximumPending) {
    const message = `${maximumPending} administrative actions are already pending. Decide one of them first.`;
    return refused(new TreasuryError("too_many_pending", message));
  }
  const put = [actionToDoc(action, ledger.head.epoch)];
  return { kind: "changed", answer: action, changes: changesOn(ledger, { put }) };
}

function closed(
  ledger: LedgerState,
  action: ActionRecord,
  status: "denied",
  now: number,
): Outcome<ActionRecord> {
  const answer: ActionRecord = { ...action, status, closedAt: now };
  const put = [actionToDoc(answer, ledger.head.epoch)];
  return { kind: "changed", answer, changes: changesOn(ledger, { put }) };
}

function decidedAlready(
  action: ActionRecord,
  decision: ActionDecision["decision"],
): Outcome<ActionRecord> {
  const made = action.status === "done" ? "approve" : "deny";
  if (made === decision) return { kind: "unchanged", answer: action };
  const message = `The administrative action is already ${action.status}.`;
  return refused(new TreasuryError("already_decided", message));
}

function actionNotFound(id: string): TreasuryError {
  const message = `The administrative action ${JSON.stringify(id)} does not exist.`;
  return new TreasuryError("action_not_found", message);
}
