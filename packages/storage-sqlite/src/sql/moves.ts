import type {
  Json,
  MoveDirection,
  MoveRecord,
  MoveScope,
  MoveState,
  StorageMoves,
} from "@agent-treasury/provider";
import { allMovedError, occupiedError, overlapError } from "@agent-treasury/provider/helpers";
import { hasRows, readChanges, readRows, readTotals, removeRows, writeRows } from "./move-rows.ts";
import { adaptTriggers, addMoves, hasMoves } from "./move-schema.ts";
import type { SqlConnection } from "./sql-connection.ts";
import type { WithConnection } from "./turn-log.ts";

/** All workspaces have the empty id, which no workspace has. */
const idOf = (scope: MoveScope): string => scope ?? "";

export function sqliteMoves(read: WithConnection, write: WithConnection): StorageMoves {
  return {
    find: (direction, scope) => read((connection) => find(connection, direction, scope)),
    advance: (direction, scope, from, to) =>
      write((connection) =>
        connection.writing(() => advance(connection, direction, scope, from, to)),
      ),
    read: (table, scope, after, limit) =>
      read((connection) => readRows(connection, table, scope, after, limit)),
    changes: (scope, limit) =>
      read((connection) => connection.reading(() => readChanges(connection, scope, limit))),
    forget: (scope, moveId, ids) =>
      write((connection) =>
        connection.writing(() => {
          if (find(connection, "out", scope)?.moveId !== moveId) return false;
          const remove = connection.prepare("DELETE FROM move_changes WHERE id = ?");
          for (const id of ids) remove.run(BigInt(id));
          return true;
        }),
      ),
    write: (scope, moveId, step, changes) =>
      write((connection) =>
        connection.writing(() => {
          const begun = connection
            .prepare(
              `UPDATE moves SET step = step + 1, progress = ?, writing = 1 WHERE direction = 'in'
              AND workspace_id = ? AND move_id = ? AND stage = 'receiving' AND step = ?`,
            )
            .run(JSON.stringify(changes.progress), idOf(scope), moveId, step);
          if (Number(begun.changes) === 0) return false;
          writeRows(connection, changes);
          connection.execute("UPDATE moves SET writing = 0 WHERE writing = 1");
          return true;
        }),
      ),
    totals: (scope) =>
      read((connection) => connection.reading(() => readTotals(connection, scope))),
  };
}

function find(
  connection: SqlConnection,
  direction: MoveDirection,
  scope: MoveScope,
): MoveRecord | null {
  if (!hasMoves(connection)) return null;
  const found = connection
    .prepare(
      `SELECT move_id AS moveId, stage, step, progress FROM moves
      WHERE direction = ? AND workspace_id = ?`,
    )
    .get(direction, idOf(scope)) as
    | (MoveState & { readonly step: bigint; readonly progress: string })
    | undefined;
  if (found === undefined) return null;
  // libSQL adds a field to each row.
  const { moveId, stage, step, progress } = found;
  return { moveId, stage, step: Number(step), progress: JSON.parse(progress) as Json };
}

/** @throws TreasuryError `storage_moved` if all workspaces were moved to another storage. */
export function assertNotMoved(connection: SqlConnection): void {
  if (find(connection, "out", null)?.stage === "moved") throw allMovedError();
}

function advance(
  connection: SqlConnection,
  direction: MoveDirection,
  scope: MoveScope,
  from: MoveState | null,
  to: MoveState | null,
): boolean {
  const present = find(connection, direction, scope);
  if (present?.moveId !== from?.moveId || present?.stage !== from?.stage) return false;
  addMoves(connection);
  if (to?.stage === "sending" && from === null) refuseOverlap(connection, "out", scope);
  if (to?.stage === "receiving") makeRoom(connection, scope);
  if (to === null) removeRecord(connection, direction, scope);
  else {
    const isSame = present?.moveId === to.moveId;
    const { step, progress } = isSame ? present : { step: 0, progress: null };
    connection
      .prepare(
        `INSERT OR REPLACE INTO moves (direction, workspace_id, move_id, stage, step, progress, writing)
        VALUES (?, ?, ?, ?, ?, ?, 0)`,
      )
      .run(direction, idOf(scope), to.moveId, to.stage, step, JSON.stringify(progress));
  }
  // Rows of a scope that did not take part in the move are in use.
  const wasReceiving = present?.moveId === to?.moveId && present?.stage === "receiving";
  if (to?.stage === "discarded" && wasReceiving) removeRows(connection, scope);
  // Recorded changes belong to one move.
  if (direction === "out" && to?.stage !== "sending" && to?.stage !== "closed") {
    removeRows(connection, scope, ["move_changes"]);
  }
  adaptTriggers(connection);
  return true;
}

function removeRecord(connection: SqlConnection, direction: MoveDirection, scope: MoveScope): void {
  const remove = connection.prepare("DELETE FROM moves WHERE direction = ? AND workspace_id = ?");
  remove.run(direction, idOf(scope));
}

/**
 * Refuses a move of rows that another one has not copied completely, or has copied to another
 * storage. Abandoning a move removes all rows of its scope.
 */
function refuseOverlap(
  connection: SqlConnection,
  direction: MoveDirection,
  scope: MoveScope,
): void {
  const other = connection
    .prepare(
      `SELECT direction, workspace_id AS id FROM moves
      WHERE (direction = 'out' OR stage = 'receiving') AND (direction <> ?1 OR workspace_id <> ?2)
      AND (?2 = '' OR workspace_id IN ('', ?2)) LIMIT 1`,
    )
    .get(direction, idOf(scope)) as { direction: MoveDirection; id: string } | undefined;
  if (other !== undefined) throw overlapError(direction, other.direction, other.id);
}

/** Removes the rows that an earlier move copied to another storage and closed here. */
function makeRoom(connection: SqlConnection, scope: MoveScope): void {
  if (find(connection, "out", scope)?.stage === "moved") {
    removeRecord(connection, "out", scope);
    adaptTriggers(connection);
    removeRows(connection, scope);
  }
  refuseOverlap(connection, "in", scope);
  if (hasRows(connection, scope)) throw occupiedError(scope);
}
