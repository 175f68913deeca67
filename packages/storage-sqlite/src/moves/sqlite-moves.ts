import type { DatabaseSync } from "node:sqlite";
import type {
  Json,
  MoveDirection,
  MoveRecord,
  MoveScope,
  MoveState,
  StorageMoves,
} from "@agent-treasury/provider";
import { allMovedError, occupiedError, overlapError } from "@agent-treasury/provider/helpers";
import type { WhenFree } from "../connection.ts";
import { hasRows, readChanges, readRows, readTotals, removeRows, writeRows } from "./move-rows.ts";
import { adaptTriggers, addMoves, hasMoves } from "./move-schema.ts";

/** All workspaces have the empty id, which no workspace has. */
const idOf = (scope: MoveScope): string => scope ?? "";

export function sqliteMoves(read: WhenFree, write: WhenFree): StorageMoves {
  return {
    find: (direction, scope) => read(({ database }) => find(database, direction, scope)),
    advance: (direction, scope, from, to) =>
      write(({ database, writing }) =>
        writing(() => advance(database, direction, scope, from, to)),
      ),
    read: (table, scope, after, limit) =>
      read(({ database }) => readRows(database, table, scope, after, limit)),
    changes: (scope, limit) =>
      read(({ database, reading }) => reading(() => readChanges(database, scope, limit))),
    forget: (scope, moveId, ids) =>
      write(({ database, writing }) =>
        writing(() => {
          if (find(database, "out", scope)?.moveId !== moveId) return false;
          const remove = database.prepare("DELETE FROM move_changes WHERE id = ?");
          for (const id of ids) remove.run(BigInt(id));
          return true;
        }),
      ),
    write: (scope, moveId, step, changes) =>
      write(({ database, writing }) =>
        writing(() => {
          const begun = database
            .prepare(
              `UPDATE moves SET step = step + 1, progress = ?, writing = 1 WHERE direction = 'in'
              AND workspace_id = ? AND move_id = ? AND stage = 'receiving' AND step = ?`,
            )
            .run(JSON.stringify(changes.progress), idOf(scope), moveId, step);
          if (Number(begun.changes) === 0) return false;
          writeRows(database, changes);
          database.exec("UPDATE moves SET writing = 0 WHERE writing = 1");
          return true;
        }),
      ),
    totals: (scope) => read(({ database, reading }) => reading(() => readTotals(database, scope))),
  };
}

function find(
  database: DatabaseSync,
  direction: MoveDirection,
  scope: MoveScope,
): MoveRecord | null {
  if (!hasMoves(database)) return null;
  const found = database
    .prepare(
      `SELECT move_id AS moveId, stage, step, progress FROM moves
      WHERE direction = ? AND workspace_id = ?`,
    )
    .get(direction, idOf(scope)) as (MoveRecord & { readonly progress: string }) | undefined;
  return found === undefined ? null : { ...found, progress: JSON.parse(found.progress) as Json };
}

/** @throws TreasuryError `storage_moved` if all workspaces were moved to another storage. */
export function assertNotMoved(database: DatabaseSync): void {
  if (find(database, "out", null)?.stage === "moved") throw allMovedError();
}

function advance(
  database: DatabaseSync,
  direction: MoveDirection,
  scope: MoveScope,
  from: MoveState | null,
  to: MoveState | null,
): boolean {
  const present = find(database, direction, scope);
  if (present?.moveId !== from?.moveId || present?.stage !== from?.stage) return false;
  addMoves(database);
  if (to?.stage === "sending" && from === null) refuseOverlap(database, "out", scope);
  if (to?.stage === "receiving") makeRoom(database, scope);
  if (to === null) removeRecord(database, direction, scope);
  else {
    const isSame = present?.moveId === to.moveId;
    const { step, progress } = isSame ? present : { step: 0, progress: null };
    database
      .prepare(
        `INSERT OR REPLACE INTO moves (direction, workspace_id, move_id, stage, step, progress, writing)
        VALUES (?, ?, ?, ?, ?, ?, 0)`,
      )
      .run(direction, idOf(scope), to.moveId, to.stage, step, JSON.stringify(progress));
  }
  if (to?.stage === "discarded") removeRows(database, scope);
  // Recorded changes belong to one move.
  if (direction === "out" && to?.stage !== "sending" && to?.stage !== "closed") {
    removeRows(database, scope, ["move_changes"]);
  }
  adaptTriggers(database);
  return true;
}

function removeRecord(database: DatabaseSync, direction: MoveDirection, scope: MoveScope): void {
  const remove = database.prepare("DELETE FROM moves WHERE direction = ? AND workspace_id = ?");
  remove.run(direction, idOf(scope));
}

/**
 * Refuses a move of rows that another one has not copied completely, or has copied to another
 * storage. Abandoning a move removes all rows of its scope.
 */
function refuseOverlap(database: DatabaseSync, direction: MoveDirection, scope: MoveScope): void {
  const other = database
    .prepare(
      `SELECT direction, workspace_id AS id FROM moves
      WHERE (direction = 'out' OR stage = 'receiving') AND (direction <> ?1 OR workspace_id <> ?2)
      AND (?2 = '' OR workspace_id IN ('', ?2)) LIMIT 1`,
    )
    .get(direction, idOf(scope)) as { direction: MoveDirection; id: string } | undefined;
  if (other !== undefined) throw overlapError(direction, other.direction, other.id);
}

/** Removes the rows that an earlier move copied to another storage and closed here. */
function makeRoom(database: DatabaseSync, scope: MoveScope): void {
  if (find(database, "out", scope)?.stage === "moved") {
    removeRecord(database, "out", scope);
    adaptTriggers(database);
    removeRows(database, scope);
  }
  refuseOverlap(database, "in", scope);
  if (hasRows(database, scope)) throw occupiedError(scope);
}
