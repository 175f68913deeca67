import type { ActionAnswer, AdministrativeAction } from "@agent-treasury/contract";
import { type Json, TreasuryError } from "@agent-treasury/provider";
import { approvalsToWire } from "../../kernel/approvals/approval-progress.ts";
import type { SignedDecision } from "../../kernel/approvals/signed-decision.ts";
import type { Engine } from "../../kernel/engine.ts";
import { keyedCommand, type KeyedRequest } from "../../kernel/idempotency/keyed-request.ts";
import type { Command } from "../../kernel/ledger/command.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import { timestamp, timestampOrNull } from "../../kernel/ledger/timestamp.ts";
import { actionKeys } from "./action-record.ts";
import {
  actionIn,
  type ActionDecision,
  type ActionStart,
  type ActionView,
  decideAction,
  startAction,
  viewOf,
} from "./administer.ts";

export type NewAction = Omit<ActionStart, "id" | "salt">;

/**
 * Starts an administrative action. Idempotent for a request with a key.
 *
 * @returns null for a repeated request whose action was not recorded, because it is done.
 */
export async function runAction(
  engine: Engine,
  workspaceId: string,
  action: NewAction,
  keyed: KeyedRequest | null = null,
): Promise<ActionView | null> {
  const { identifiers, administration, committer } = engine;
  const start = { ...action, id: identifiers.random(), salt: identifiers.random() };
  const command: Command<ActionView | null> = startAction(start, administration);
  const recall = (ledger: LedgerState, kept: Json): ActionView | null =>
    typeof kept === "string" ? recalled(engine, ledger, kept) : null;
  const once = keyedCommand(command, keyed, recall, (view) =>
    view?.isRecorded === true ? view.action.id : null,
  );
  return committer.run(workspaceId, once);
}

/** Starts an action that always has a record. */
export async function startedAction(
  engine: Engine,
  workspaceId: string,
  action: NewAction,
  keyed: KeyedRequest | null = null,
): Promise<ActionAnswer> {
  const view = await runAction(engine, workspaceId, action, keyed);
  if (view === null) throw new Error(`The action ${action.type} has no record.`);
  return { action: actionToWire(engine, workspaceId, view) };
}

/** @throws TreasuryError `approval_required` unless the action is done. */
export async function requireDone(
  engine: Engine,
  workspaceId: string,
  action: NewAction,
  keyed: KeyedRequest | null = null,
): Promise<void> {
  const view = await runAction(engine, workspaceId, action, keyed);
  if (view === null || view.action.status === "done") return;
  const { id, status } = view.action;
  if (status === "denied") {
    throw new TreasuryError("already_decided", `The administrative action ${id} was denied.`);
  }
  const message = `The administrative action ${id} is pending: it needs ${view.progress.missing.join(" and ")}.`;
  throw new TreasuryError("approval_required", message);
}

type PersonsActionDecision = Omit<ActionDecision, "salt" | "digest" | "passkey"> & {
  readonly signed?: SignedDecision | null;
};

export async function decideOnAction(
  engine: Engine,
  workspaceId: string,
  decision: PersonsActionDecision,
  keyed: KeyedRequest | null = null,
): Promise<ActionAnswer> {
  const { identifiers, administration, committer } = engine;
  const { signed = null, ...given } = decision;
  const salt = identifiers.random();
  const signature = signed && { digest: signed.digest, passkey: signed.evidence };
  const plain = decideAction({ ...given, ...signature, salt }, administration);
  const command = signed === null ? plain : signed.within(plain);
  const once = keyedCommand(command, keyed, (ledger) =>
    recalled(engine, ledger, decision.actionId),
  );
  const view = await committer.run(workspaceId, once);
  return { action: actionToWire(engine, workspaceId, view) };
}

function recalled({ administration }: Engine, ledger: LedgerState, id: string): ActionView {
  ledger.request(actionKeys(id));
  const action = actionIn(ledger, id);
  if (action === null) throw new Error("A request is recorded, but its action is missing.");
  return viewOf(ledger, action, administration);
}

export function actionToWire(
  { administration }: Pick<Engine, "administration">,
  workspaceId: string,
  { action, progress }: ActionView,
): AdministrativeAction {
  const { id, type, status, payload, startedBy, startedAt, closedAt, approvals, result } = action;
  return {
    id,
    workspaceId,
    type,
    status,
    details: administration.types[type].details(payload),
    startedBy: startedBy.name,
    startedAt: timestamp(startedAt),
    closedAt: timestampOrNull(closedAt),
    approvals: approvalsToWire(approvals, progress, status === "pending"),
    result,
  };
}
