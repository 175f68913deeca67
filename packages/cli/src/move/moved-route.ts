import type {
  MoveRecord,
  MoveScope,
  MoveState,
  MoveWrite,
  Storage,
  StorageMoves,
} from "@agent-treasury/provider";
import { randomIdentifiers } from "@agent-treasury/provider";
import { CommandError } from "../command-error.ts";

/** The target differs from the source. */
export class DifferenceError extends CommandError {}

/** What a move reports while it runs. */
export interface MoveSigns {
  /** A phase has begun. */
  phase(line: string): void;
  /** Rows were written to the target. */
  rows(count: number): void;
}

export interface MoveEnds {
  readonly source: Storage;
  readonly target: Storage;
  readonly scope: MoveScope;
  readonly signs: MoveSigns;
}

/** A move that has begun. */
export interface MoveRoute extends MoveEnds {
  readonly from: StorageMoves;
  readonly to: StorageMoves;
  readonly moveId: string;
  /** The source's state when this process began. */
  readonly stage: "sending" | "closed" | "moved";
  /** The target's record when this process began. */
  readonly begun: MoveRecord;
}

export function movesOf(storage: Storage): StorageMoves {
  if (storage.moves !== undefined) return storage.moves;
  throw new CommandError(`Workspaces cannot be moved from or to the storage ${storage.name}.`);
}

/** Begins a move, or continues the unfinished one. Null if it is complete. */
export async function beginMove(ends: MoveEnds): Promise<MoveRoute | null> {
  const { source, target, scope, signs } = ends;
  const [from, to] = [movesOf(source), movesOf(target)];
  const out = await from.find("out", scope);
  const into = await to.find("in", scope);
  const isSame = out !== null && into?.moveId === out.moveId;
  if (out?.stage === "moved") {
    if (isSame && into.stage === "received") return null;
    throw new CommandError("The source was already moved to another database.");
  }
  if (isSame) {
    if (into.stage === "discarded") {
      throw new CommandError(
        "This move was abandoned. Run it with --abandon to reopen the source.",
      );
    }
    signs.phase("Continuing the unfinished move.");
    const stage = out.stage === "closed" ? "closed" : "sending";
    const state = { moveId: out.moveId, stage } as const;
    // Also completes a change of the stage that was interrupted.
    await assertAdvanced(from.advance("out", scope, state, state));
    return { ...ends, from, to, moveId: out.moveId, stage, begun: into };
  }
  if (out?.stage === "closed") {
    throw new CommandError(
      "The source is closed for a move into another database. Name that one with --to.",
    );
  }
  if (out?.stage === "sending") {
    throw new CommandError(
      "The source has an unfinished move into another database. Name that one with --to, or run this command with --abandon first.",
    );
  }
  if (into?.stage === "receiving") {
    throw new CommandError(
      "The target has an unfinished move from another database. Complete that move, or run this command with --abandon.",
    );
  }
  const moveId = randomIdentifiers.random();
  const sending = { moveId, stage: "sending" } as const;
  await assertAdvanced(from.advance("out", scope, null, sending));
  try {
    if ((await to.find("out", scope))?.moveId === moveId) {
      throw new CommandError("The source and the target are the same database.");
    }
    await assertAdvanced(to.advance("in", scope, into, { moveId, stage: "receiving" }));
  } catch (error) {
    await from.advance("out", scope, sending, null);
    throw error;
  }
  const begun = await to.find("in", scope);
  if (begun === null) throw changedElsewhere();
  return { ...ends, from, to, moveId, stage: "sending", begun };
}

/** Empties the target and reopens the source. */
export async function abandonMove({ source, target, scope }: MoveEnds): Promise<void> {
  const [from, to] = [movesOf(source), movesOf(target)];
  const out = await from.find("out", scope);
  const into = await to.find("in", scope);
  const isTarget = into !== null && (out === null || into.moveId === out.moveId);
  if (out?.stage === "moved" || (out !== null && isTarget && into.stage === "received")) {
    throw new CommandError(
      "The target is already open for use, so the move cannot be abandoned. Complete it by running this command without --abandon.",
    );
  }
  const isUnfinished = out !== null || into?.stage === "receiving";
  if (!isUnfinished) throw new CommandError("There is no unfinished move to abandon.");
  if (isTarget && into.stage === "receiving") {
    await assertAdvanced(
      to.advance("in", scope, into, { moveId: into.moveId, stage: "discarded" }),
    );
  } else if (!isTarget && out?.stage === "closed") {
    throw new CommandError(
      "The source is closed for a move into another database. Name that one with --to.",
    );
  }
  if (out !== null) await assertAdvanced(from.advance("out", scope, out, null));
}

/** @throws CommandError if the state was different. */
export async function assertAdvanced(advanced: Promise<boolean>): Promise<void> {
  if (!(await advanced)) throw changedElsewhere();
}

export function changedElsewhere(): CommandError {
  return new CommandError(
    "Another process continued or abandoned this move. Run one at a time, and run this command again to continue.",
  );
}

/** Writes to the target in the order of its steps, so that another mover's older rows fail. */
export function orderedWrites({
  to,
  scope,
  moveId,
  begun,
}: MoveRoute): (write: MoveWrite) => Promise<void> {
  let step = begun.step;
  return async (write) => {
    if (!(await to.write(scope, moveId, step, write))) throw changedElsewhere();
    step += 1;
  };
}

export function stateOf(moveId: string, stage: MoveState["stage"]): MoveState {
  return { moveId, stage };
}
