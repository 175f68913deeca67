import {
  type Json,
  type MoveDirection,
  type MoveRecord,
  type MoveScope,
  type MoveStage,
  type MoveState,
  type StorageMoves,
  TreasuryError,
} from "@agent-treasury/provider";
import { rollBack } from "../commit.ts";
import type { Connection } from "../connection.ts";
import type { WhenFree } from "../turn-log.ts";
import { hasRows, readChanges, readRows, readTotals, removeRows, writeRows } from "./move-rows.ts";
import { adaptTriggers, addMoves, hasMoves } from "./move-schema.ts";

interface RecordRow {
  readonly move_id: string;
  readonly stage: MoveStage;
  readonly step: number;
  readonly progress: string;
}

/** All workspaces have the empty id, which no workspace has. */
const idOf = (scope: MoveScope): string => scope ?? "";

export function sqliteMoves(read: WhenFree, write: WhenFree): StorageMoves {
  return {
    find: (direction, scope) => read((connection) => find(connection, direction, scope)),
    advance: (direction, scope, from, to) =>
      write((connection) =>
        writing(connection, () => advance(connection, direction, scope, from, to)),
      ),
    read: (table, scope, after, limit) =>
      read(({ database }) => readRows(database, table, scope, after, limit)),
    changes: (scope, limit) =>
      read((connection) =>
        reading(connection, () => readChanges(connection.database, scope, limit)),
      ),
    forget: (scope, moveId, ids) =>
      write((connection) =>
        writing(connection, () => {
          if (find(connection, "out", scope)?.moveId !== moveId) return false;
          const remove = connection.database.prepare("DELETE FROM move_changes WHERE id = ?");
          for (const id of ids) remove.run(BigInt(id));
          return true;
        }),
      ),
    write: (scope, moveId, step, changes) =>
      write((connection) =>
        writing(connection, () => {
          const { database } = connection;
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
    totals: (scope) =>
      read((connection) => reading(connection, () => readTotals(connection.database, scope))),
  };
}

function writing<Result>({ statements }: Connection, work: () => Result): Result {
  statements.beginWrite.run();
  try {
    const result = work();
    statements.commit.run();
    return result;
  } catch (error) {
    rollBack(statements);
    throw error;
  }
}

function reading<Result>({ statements }: Connection, work: () => Result): Result {
  statements.beginRead.run();
  try {
    return work();
  } finally {
    statements.rollback.run();
  }
}

function find(
  { database }: Connection,
  direction: MoveDirection,
  scope: MoveScope,
): MoveRecord | null {
  if (!hasMoves(database)) return null;
  const found = database
    .prepare(
      "SELECT move_id, stage, step, progress FROM moves WHERE direction = ? AND workspace_id = ?",
    )
    .get(direction, idOf(scope)) as RecordRow | undefined;
  if (found === undefined) return null;
  const { move_id: moveId, stage, step, progress } = found;
  return { moveId, stage, step, progress: JSON.parse(progress) as Json };
}

/** @throws TreasuryError `storage_moved` if all workspaces were moved to another storage. */
export function assertNotMoved(connection: Connection): void {
  if (find(connection, "out", null)?.stage !== "moved") return;
  throw new TreasuryError(
    "storage_moved",
    "All workspaces of this database were moved to another one: use the new database.",
  );
}

function advance(
  connection: Connection,
  direction: MoveDirection,
  scope: MoveScope,
  from: MoveState | null,
  to: MoveState | null,
): boolean {
  const { database } = connection;
  const present = find(connection, direction, scope);
  if (present?.moveId !== from?.moveId || present?.stage !== from?.stage) return false;
  addMoves(database);
  if (to?.stage === "sending" && from === null) refuseOverlap(database, "out", scope);
  if (to?.stage === "receiving") makeRoom(connection, scope);
  const workspaceId = idOf(scope);
  if (to === null) {
    database
      .prepare("DELETE FROM moves WHERE direction = ? AND workspace_id = ?")
      .run(direction, workspaceId);
  } else {
    const isSame = to.moveId === from?.moveId;
    const [step, progress] =
      isSame && present !== null ? [present.step, present.progress] : [0, null];
    database
      .prepare(
        `INSERT OR REPLACE INTO moves (direction, workspace_id, move_id, stage, step, progress, writing)
        VALUES (?, ?, ?, ?, ?, ?, 0)`,
      )
      .run(direction, workspaceId, to.moveId, to.stage, step, JSON.stringify(progress));
  }
  if (to?.stage === "discarded") removeRows(database, scope);
  if (direction === "out" && to?.stage !== "closed") forgetChanges(database, scope, to);
  adaptTriggers(database);
  return true;
}

/** Recorded changes belong to one move. */
function forgetChanges(
  database: Connection["database"],
  scope: MoveScope,
  to: MoveState | null,
): void {
  if (to?.stage === "sending") return;
  const where = scope === null ? "" : "WHERE workspace_id = ?";
  database.prepare(`DELETE FROM move_changes ${where}`).run(...(scope === null ? [] : [scope]));
}

/**
 * Refuses a move of rows that another one has not copied completely, or has copied to another
 * storage. Abandoning a move removes all rows of its scope.
 */
function refuseOverlap(
  database: Connection["database"],
  direction: MoveDirection,
  scope: MoveScope,
): void {
  const other = database
    .prepare(
      `SELECT direction, workspace_id AS id FROM moves
      WHERE (direction = 'out' OR stage = 'receiving') AND (direction <> ?1 OR workspace_id <> ?2)
      AND (?2 = '' OR workspace_id IN ('', ?2)) LIMIT 1`,
    )
    .get(direction, idOf(scope)) as { direction: MoveDirection; id: string } | undefined;
  if (other === undefined) return;
  const isSource = direction === "out";
  throw new TreasuryError(
    "storage_error",
    other.direction === "in"
      ? `The ${isSource ? "source" : "target"} has an unfinished move from another database: complete or abandon that move first.`
      : `${other.id === "" ? "All workspaces" : `Workspace ${other.id}`} of this database were moved, or are being moved, to another one: ${isSource ? "move the others one by one" : "choose another database"}.`,
  );
}

/** Removes the rows that an earlier move copied to another storage and closed here. */
function makeRoom(connection: Connection, scope: MoveScope): void {
  const { database } = connection;
  if (find(connection, "out", scope)?.stage === "moved") {
    database
      .prepare("DELETE FROM moves WHERE direction = 'out' AND workspace_id = ?")
      .run(idOf(scope));
    adaptTriggers(database);
    removeRows(database, scope);
  }
  refuseOverlap(database, "in", scope);
  if (hasRows(database, scope)) {
    throw new TreasuryError(
      "storage_error",
      scope === null
        ? "The target already contains workspaces: choose an empty database."
        : `The target already contains workspace ${scope}: choose another database.`,
    );
  }
}
