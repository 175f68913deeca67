import type { AdministrativeAction, InboxWorkspace, Proposal } from "@agent-treasury/contract";
import { type Doc, type Snapshot, Micros, isTreasuryError } from "@agent-treasury/provider";
import type { Engine } from "../../kernel/engine.ts";
import { limitsOf } from "../../kernel/judgement/spending-terms.ts";
import { accountFromRecord, balanceOf } from "../../kernel/ledger/account.ts";
import { rollDay } from "../../kernel/ledger/business-day.ts";
import { proposalFromDoc, statusOf } from "../../kernel/proposals/proposal-record.ts";
import { proposalKind } from "../../kernel/proposals/proposal.ts";
import { automaticToWire, budgetToWire, proposalToWire } from "../../kernel/views/wire.ts";
import { actionKind, listActions, maximumPendingActions } from "../administration/index.ts";
import type { LoadedWorkspace } from "./load-each.ts";

/** Proposals of one workspace, so that a busy one does not fill a page alone. */
const mostProposals = 50;

/** Whether the caller may read a workspace's treasury or its administrative actions. */
export type MaySee = (
  action: "readTreasury" | "listActions",
  workspaceId: string,
) => Promise<boolean>;

export interface WorkspaceInbox {
  readonly workspaceId: string;
  readonly proposals: readonly Proposal[];
  readonly actions: readonly AdministrativeAction[];
  /** Null if nothing needs approval, or the caller may not read it. */
  readonly workspace: InboxWorkspace | null;
  /** Why it could not be read; null if it was read. */
  readonly problem: string | null;
}

export async function readWorkspaceInbox(
  engine: Engine,
  { workspaceId, snapshot }: LoadedWorkspace,
  maySee: MaySee,
): Promise<WorkspaceInbox> {
  const none = { workspaceId, proposals: [], actions: [], workspace: null, problem: null };
  const isFailed = "error" in snapshot;
  const hasActions = !isFailed && snapshot.open.some(({ kind }) => kind === actionKind);
  const pending = isFailed ? [] : pendingIn(snapshot);
  if (!isFailed && !hasActions && pending.length === 0) return none;
  if (!(await maySee("readTreasury", workspaceId))) return none;
  if (isFailed) return { ...none, problem: problemOf(engine, snapshot.error) };
  try {
    const actions =
      hasActions && (await maySee("listActions", workspaceId))
        ? await pendingActions(engine, workspaceId)
        : [];
    if (actions.length === 0 && pending.length === 0) return none;
    return {
      workspaceId,
      proposals: pending
        .slice(0, mostProposals)
        .map((doc) => proposalToWire(workspaceId, proposalFromDoc(doc))),
      actions,
      workspace: workspaceOf(engine, workspaceId, snapshot, pending.length),
      problem: null,
    };
  } catch (error) {
    return { ...none, problem: problemOf(engine, error) };
  }
}

/** The oldest first, as the storage orders them. */
function pendingIn({ head, open, storageNow }: Snapshot): readonly Doc[] {
  return open.filter(
    (doc) =>
      doc.kind === proposalKind &&
      doc.epoch === head?.epoch &&
      statusOf(doc) === "pending" &&
      (doc.dueAt === null || doc.dueAt > storageNow),
  );
}

async function pendingActions(
  engine: Engine,
  workspaceId: string,
): Promise<readonly AdministrativeAction[]> {
  const question = { status: "pending", limit: maximumPendingActions } as const;
  return (await listActions(engine, workspaceId, question)).actions;
}

function workspaceOf(
  { calendar, policy }: Engine,
  workspaceId: string,
  { head, storageNow }: Snapshot,
  pendingCount: number,
): InboxWorkspace {
  const account = rollDay(accountFromRecord(head?.account), calendar.dayOf(storageNow));
  const limits = limitsOf(account, policy);
  return {
    workspaceId,
    balanceUsd: Micros.toUsd(balanceOf(account)),
    heldUsd: Micros.toUsd(account.held),
    spentTodayUsd: Micros.toUsd(account.spentToday),
    budget: budgetToWire(account.startingCapital, limits),
    ...automaticToWire(limits, policy),
    pendingCount,
  };
}

function problemOf(engine: Engine, error: unknown): string {
  if (isTreasuryError(error)) return error.message;
  engine.report(error);
  return "It failed unexpectedly.";
}
