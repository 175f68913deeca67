import type { DeploymentUnfreezeAnswer } from "@agent-treasury/contract";
import { isTreasuryError } from "@agent-treasury/provider";
import { deploymentWorkspaceId } from "../../kernel/deployment/deployment-workspace.ts";
import type { Engine } from "../../kernel/engine.ts";
import { type Command, unchanged } from "../../kernel/ledger/command.ts";
import type { Operator } from "../../kernel/ledger/operator.ts";
import {
  actionIn,
  actionKeys,
  actionKind,
  type ActionView,
  decideAction,
  startAction,
} from "../administration/index.ts";
import { inEachWorkspace, replicasBehind } from "./each-workspace.ts";
import { freezeDeployment } from "./freeze-all.ts";
import { freezeRecordOf } from "./freeze-record.ts";
import { freezeState } from "./freeze.ts";
import { freezeNotFound, type FreezePlace, unfreezePayload } from "./unfreeze.ts";

const place: FreezePlace = { scope: "deployment", target: null };

/**
 * Removes the marker, and ends the freeze of each workspace under the rules of that workspace.
 * Where rules require more approvals, each approver repeats it.
 *
 * @throws TreasuryError `freeze_not_found`.
 */
export async function unfreezeAll(
  engine: Engine,
  operator: Operator,
): Promise<DeploymentUnfreezeAnswer> {
  const marker = await markerRecord(engine);
  // Without the marker, a workspace without its own freeze would be unfrozen without its rules.
  if (marker !== null) {
    await inEachWorkspace(
      engine,
      () => false,
      async (workspaceId) => {
        const { by, reason } = marker;
        await freezeDeployment(engine, workspaceId, by, reason);
      },
    );
  }
  const removed = marker && (await unfreeze(engine, deploymentWorkspaceId, operator));
  const done: string[] = [];
  const pending: { workspaceId: string; problem: string }[] = [];
  const notDone = await inEachWorkspace(
    engine,
    () => false,
    async (workspaceId) => {
      const view = await unfreeze(engine, workspaceId, operator);
      if (view === null) return;
      if (view.action.status === "done") done.push(workspaceId);
      else pending.push({ workspaceId, problem: needed(view) });
    },
  );
  if (marker === null && done.length + pending.length + notDone.length === 0) {
    throw freezeNotFound(deploymentWorkspaceId);
  }
  const behind = await replicasBehind(engine);
  const missing = removed === null ? [] : removed.progress.missing;
  return { done, pending, notDone: [...notDone, ...behind], missing: [...missing] };
}

function needed({ action, progress }: ActionView): string {
  return `The administrative action ${action.id} needs ${progress.missing.join(" and ")}.`;
}

function markerRecord({ committer }: Engine) {
  return committer.preview(deploymentWorkspaceId, {
    name: "read_freeze_marker",
    reduce: (ledger) => {
      const freeze = freezeState.of(ledger.head.account).find(({ scope }) => scope === place.scope);
      const answer = freeze === undefined ? null : freezeRecordOf(ledger, freeze.record);
      return unchanged(answer);
    },
  });
}

/** Starts the action, or approves the pending one. Null if the workspace is not frozen. */
async function unfreeze(
  engine: Engine,
  workspaceId: string,
  operator: Operator,
): Promise<ActionView | null> {
  const { committer, identifiers, administration } = engine;
  const actionId = await committer.preview(workspaceId, pendingUnfreeze());
  const salt = identifiers.random();
  if (actionId !== null) {
    const decision = { actionId, decision: "approve", operator, salt } as const;
    return committer.run(workspaceId, decideAction(decision, administration));
  }
  const start = {
    id: identifiers.random(),
    type: "unfreeze",
    payload: (ledger: Parameters<typeof unfreezePayload>[0]) => unfreezePayload(ledger, place),
    operator,
    salt,
  } as const;
  try {
    return await committer.run(workspaceId, startAction(start, administration));
  } catch (error) {
    if (isTreasuryError(error) && error.code === "freeze_not_found") return null;
    throw error;
  }
}

/** Returns the id of a pending action that ends the present freeze. */
function pendingUnfreeze(): Command<string | null> {
  return {
    name: "find_pending_unfreeze",
    reduce: (ledger) => {
      const freeze = freezeState.of(ledger.head.account).find(({ scope }) => scope === place.scope);
      const ids = [...ledger.openDocs(actionKind)].map(({ id }) => id);
      if (freeze === undefined || ids.length === 0) return unchanged(null);
      ledger.request(ids.flatMap(actionKeys));
      const answer = ids.find((id) => {
        const action = actionIn(ledger, id);
        return action?.type === "unfreeze" && action.payload["record"] === freeze.record;
      });
      return unchanged(answer ?? null);
    },
  };
}
