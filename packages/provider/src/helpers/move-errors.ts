import type { MoveDirection, MoveScope } from "../ports/storage-moves.ts";
import { TreasuryError } from "../treasury-error.ts";

/** For a move whose workspaces another one contains, of all workspaces if its id is empty. */
export function overlapError(
  direction: MoveDirection,
  other: MoveDirection,
  workspaceId: string,
): TreasuryError {
  const isSource = direction === "out";
  return new TreasuryError(
    "storage_error",
    other === "in"
      ? `The ${isSource ? "source" : "target"} has an unfinished move from another database: complete or abandon that move first.`
      : `${workspaceId === "" ? "All workspaces" : `Workspace ${workspaceId}`} of this database were moved, or are being moved, to another one: ${isSource ? "move the others one by one" : "choose another database"}.`,
  );
}

export function occupiedError(scope: MoveScope): TreasuryError {
  return new TreasuryError(
    "storage_error",
    scope === null
      ? "The target already contains workspaces: choose an empty database."
      : `The target already contains workspace ${scope}: choose another database.`,
  );
}

export function allMovedError(): TreasuryError {
  return new TreasuryError(
    "storage_moved",
    "All workspaces of this database were moved to another one: use the new database.",
  );
}
