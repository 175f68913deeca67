import type { AdministrativeActionType } from "@agent-treasury/contract";
import { type JsonObject, TreasuryError } from "@agent-treasury/provider";
import type { Progress, Requirement } from "@agent-treasury/rules";
import type { Administration } from "../../kernel/action-type.ts";
import { isCounted, progressOfRecords } from "../../kernel/approvals/approval-progress.ts";
import { approvalBy, hasApproved, withApproval } from "../../kernel/approvals/approval-record.ts";
import { changed, type Command, type Outcome, unchanged } from "../../kernel/ledger/command.ts";
import { type LedgerState, ordinalAt } from "../../kernel/ledger/ledger-state.ts";
import type { Operator } from "../../kernel/ledger/operator.ts";
import { hasShare } from "../../kernel/spends/pending-share.ts";
import { actionDigest } from "./action-digest.ts";
import {
  actionFromDocs,
  actionKey,
  actionKeys,
  actionKind,
  type ActionRecord,
  actionToDoc,
  actionToDocs,
  starterIdOf,
} from "./action-record.ts";
import { saltedPayload } from "./action-texts.ts";

export const maximumPendingActions = 40;

export interface ActionStart {
  readonly id: string;
  readonly type: AdministrativeActionType;
  /** Throws a TreasuryError if the action is not possible. */
  readonly payload: (ledger: LedgerState, now: number) => JsonObject;
  readonly operator: Operator;
  /** 128 random bits. */
  readonly salt: string;
}

/** An action and the approvals that it has and needs. */
export interface ActionView {
  readonly action: ActionRecord;
  readonly progress: Progress;
  /** False if the changes themselves are the only record. */
  readonly isRecorded: boolean;
}

/**
 * Applies an action, or records it as pending if the present rules require more approvals than its
 * starter's. Otherwise one person could remove a quorum.
 */
export function startAction(
  { id, type, payload, operator, salt }: ActionStart,
  administration: Administration,
): Command<ActionView> {
  return {
    name: "start_administrative_action",
    creates: [actionKey(id)],
    reduce: (ledger, now) => {
      const startedBy = approvalBy(operator, null, now);
      const started: ActionRecord = {
        id,
        ordinal: ordinalAt(ledger),
        type,
        payload: saltedPayload(type, payload(ledger, now), salt),
        startedBy,
        startedAt: now,
        approvals: [startedBy],
        requirements: [],
        status: "pending",
        closedAt: null,
        result: null,
      };
      const requirements = presentRequirements(ledger, started, administration);
      return proceed(ledger, { ...started, requirements }, null, administration, salt, now);
    },
  };
}

export interface ActionDecision {
  readonly actionId: string;
  readonly decision: "approve" | "deny";
  readonly operator: Operator;
  /** Digest of the action that the person signed. */
  readonly digest?: string;
  /** SHA-256 of the evidence of a verified signature with a passkey. */
  readonly passkey?: string;
  /** 128 random bits. */
  readonly salt: string;
}

/** One denial denies. The starter may withdraw the action by denying it. */
export function decideAction(
  { actionId, decision, operator, digest, passkey, salt }: ActionDecision,
  administration: Administration,
): Command<ActionView> {
  return {
    name: "decide_administrative_action",
    reads: actionKeys(actionId),
    reduce: (ledger, now) => {
      const action = actionIn(ledger, actionId);
      if (action === null) throw actionNotFound(actionId);
      if (action.status !== "pending") {
        return decidedAlready(ledger, action, decision, administration);
      }
      if (digest !== undefined && digest !== actionDigest(ledger.workspaceId, action)) {
        throw actionChanged();
      }
      if (decision === "deny") {
        const denied: ActionRecord = { ...action, status: "denied", closedAt: now };
        const put = [actionToDoc(denied, ledger.head.epoch)];
        const answer = viewOf(ledger, denied, administration);
        return changed(ledger, answer, { put });
      }
      const means = passkey === undefined ? {} : { passkey };
      const approval = approvalBy(operator, null, now, null, means);
      const added = withApproval(action.approvals, approval);
      const present = presentRequirements(ledger, action, administration);
      const required = [...action.requirements, ...present];
      const counts =
        hasApproved(action.approvals, operator) ||
        isCounted(action.approvals, added, required, action.startedBy.id);
      const approvals = counts ? added : action.approvals;
      return proceed(ledger, { ...action, approvals }, action, administration, salt, now);
    },
  };
}

/** Null if it does not exist. Requires that the command requested its documents. */
export function actionIn(ledger: LedgerState, id: string): ActionRecord | null {
  const [doc, payload] = actionKeys(id).map((key) => ledger.doc(key));
  return doc === undefined ? null : actionFromDocs(doc, payload);
}

export function viewOf(
  ledger: LedgerState,
  action: ActionRecord,
  administration: Administration,
): ActionView {
  const present = presentRequirements(ledger, action, administration);
  return { action, progress: progressUnder(action, present), isRecorded: true };
}

function presentRequirements(
  ledger: LedgerState,
  { type, payload, startedBy }: Pick<ActionRecord, "type" | "payload" | "startedBy">,
  { types, requirementsOf }: Administration,
): readonly Requirement[] {
  const { isAdministrative = () => true, requires } = types[type];
  const own = requires?.(ledger, payload, startedBy) ?? [];
  return isAdministrative(ledger, payload) ? [...requirementsOf(ledger), ...own] : own;
}

function progressUnder(
  { startedBy, requirements, approvals }: ActionRecord,
  present: readonly Requirement[],
): Progress {
  return progressOfRecords([...requirements, ...present], approvals, startedBy.id);
}

/** @param before the stored action; null for a new one. */
function proceed(
  ledger: LedgerState,
  action: ActionRecord,
  before: ActionRecord | null,
  administration: Administration,
  salt: string,
  now: number,
): Outcome<ActionView> {
  const present = presentRequirements(ledger, action, administration);
  const progress = progressUnder(action, present);
  if (!progress.isComplete) return keepPending(ledger, action, before, progress);
  const type = administration.types[action.type];
  const { changes, result } = type.apply(ledger, action.payload, {
    actionId: action.id,
    by: action.startedBy,
    approvals: action.approvals,
    salt,
    policy: administration.policy,
    now,
  });
  const done: ActionRecord = { ...action, status: "done", closedAt: now, result };
  const isRecorded =
    before !== null || type.recordsItself !== true || action.requirements.length > 0;
  const { epoch } = changes.head;
  const docs = before === null ? actionToDocs(done, epoch) : [actionToDoc(done, epoch)];
  const put = isRecorded ? [...changes.put, ...docs] : changes.put;
  const answer = { action: done, progress, isRecorded };
  return { kind: "changed", answer, changes: { ...changes, put } };
}

function keepPending(
  ledger: LedgerState,
  action: ActionRecord,
  before: ActionRecord | null,
  progress: Progress,
): Outcome<ActionView> {
  const answer = { action, progress, isRecorded: true };
  if (before?.approvals === action.approvals) return unchanged(answer);
  const { epoch } = ledger.head;
  if (before !== null) {
    return changed(ledger, answer, { put: [actionToDoc(action, epoch)] });
  }
  const pending = ledger.openDocs(actionKind);
  const own = pending.filter((doc) => starterIdOf(doc) === action.startedBy.id).length;
  if (!hasShare(own, pending.length, maximumPendingActions)) {
    const message = `You have started ${own} of ${pending.length} pending administrative actions, of at most ${maximumPendingActions}. Decide one of them first.`;
    throw new TreasuryError("too_many_pending", message);
  }
  return changed(ledger, answer, { put: actionToDocs(action, epoch) });
}

function decidedAlready(
  ledger: LedgerState,
  action: ActionRecord,
  decision: ActionDecision["decision"],
  administration: Administration,
): Outcome<ActionView> {
  const made = action.status === "done" ? "approve" : "deny";
  if (made === decision) return unchanged(viewOf(ledger, action, administration));
  const message = `The administrative action is already ${action.status}.`;
  throw new TreasuryError("already_decided", message);
}

function actionChanged(): TreasuryError {
  const message = "The signature is for other values than the administrative action has.";
  return new TreasuryError("passkey_rejected", message);
}

export function actionNotFound(id: string): TreasuryError {
  const message = `The administrative action ${JSON.stringify(id)} does not exist.`;
  return new TreasuryError("action_not_found", message);
}
