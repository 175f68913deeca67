import { CommandError } from "../command-error.ts";
import { type Verified, compareHeads, differingTables, verifyTarget } from "./compare-ends.ts";
import {
  type MoveProgress,
  type Write,
  copied,
  copyAll,
  copyChanges,
  progressOf,
} from "./copy-rows.ts";
import {
  DifferenceError,
  type MoveEnds,
  type MoveRoute,
  beginMove,
  orderedWrites,
  assertAdvanced,
  stateOf,
} from "./moved-route.ts";

const comparisonsAtMost = 5;

export interface Moved {
  /** Null if an earlier run compared them. */
  readonly workspaces: number | null;
  /** How long writers of the source were refused, until the target was open. */
  readonly closedMs: number;
}

/**
 * Moves workspaces, or continues an interrupted move. Null if the move was already complete.
 *
 * The source is in use while all rows are copied and verified, and closed while the last changes
 * are copied and compared. Each step is durable before the next one begins: the source is closed,
 * the target is equal, the target is opened, the source is marked as moved.
 */
export async function moveWorkspaces(ends: MoveEnds): Promise<Moved | null> {
  const route = await beginMove(ends);
  if (route === null) return null;
  const { to, scope, moveId, begun } = route;
  const write = orderedWrites(route) as Write;
  const progress = progressOf(route);
  if (begun.stage === "received") return await finish(route, progress, null);
  const verified: Verified = new Map();
  if (route.stage === "sending") await copyInUse(route, progress, verified, write);
  const closed = await close(route, progress, write);
  let workspaces: number;
  try {
    workspaces = await copyLast(route, closed, verified, write);
  } catch (error) {
    if (!(error instanceof DifferenceError)) throw error;
    await discard(route);
    const text = `${error.message} The move was abandoned, and the source is open for use.`;
    throw new CommandError(text, { cause: error });
  }
  await assertAdvanced(
    to.advance("in", scope, stateOf(moveId, "receiving"), stateOf(moveId, "received")),
  );
  return await finish(route, closed, workspaces);
}

async function copyInUse(
  route: MoveRoute,
  progress: MoveProgress,
  verified: Verified,
  write: Write,
): Promise<void> {
  const { signs } = route;
  if (progress.table !== null) {
    signs.phase("Copying. The source remains in use.");
    await copyAll(route, progress, write);
  }
  if (!(await copyChanges(route, copied, write))) return;
  signs.phase("Verifying the copy. The source remains in use.");
  await verifyTarget(route, verified);
  await copyChanges(route, copied, write);
}

async function close(
  route: MoveRoute,
  progress: MoveProgress,
  write: Write,
): Promise<MoveProgress> {
  const { from, scope, moveId, signs, stage } = route;
  const isClosed = stage === "closed";
  const closed = { ...copied, closedAt: (isClosed ? progress.closedAt : null) ?? Date.now() };
  signs.phase(
    isClosed
      ? "The source is closed for writers."
      : "Closing the source for writers. If the command fails, run it again, or with --abandon to reopen the source.",
  );
  if (isClosed) return closed;
  await write({ rows: [], removed: [], progress: closed });
  await assertAdvanced(
    from.advance("out", scope, stateOf(moveId, "sending"), stateOf(moveId, "closed")),
  );
  return closed;
}

/** Expired records can be purged between two comparisons. */
async function copyLast(
  route: MoveRoute,
  closed: MoveProgress,
  verified: Verified,
  write: Write,
): Promise<number> {
  route.signs.phase("Copying the last changes, and comparing.");
  for (let attempt = 1; ; attempt += 1) {
    if (!(await copyChanges(route, closed, write))) continue;
    const different = await differingTables(route);
    if (different.length === 0) return await compareHeads(route, verified);
    if (attempt >= comparisonsAtMost) {
      throw new DifferenceError(
        `The totals of ${different.join(", ")} in the target differ from those in the source.`,
      );
    }
  }
}

/** Empties the target first, because another process may be about to open it. */
async function discard({ from, to, scope, moveId }: MoveRoute): Promise<void> {
  await assertAdvanced(
    to.advance("in", scope, stateOf(moveId, "receiving"), stateOf(moveId, "discarded")),
  );
  await assertAdvanced(from.advance("out", scope, stateOf(moveId, "closed"), null));
}

async function finish(
  route: MoveRoute,
  { closedAt }: MoveProgress,
  workspaces: number | null,
): Promise<Moved> {
  const closedMs = closedAt === null ? 0 : Date.now() - closedAt;
  const { from, scope, moveId, signs } = route;
  signs.phase("The target is open for use.");
  await assertAdvanced(
    from.advance("out", scope, stateOf(moveId, "closed"), stateOf(moveId, "moved")),
  );
  return { workspaces, closedMs };
}
