import {
  type Commit,
  type MoveScope,
  type MoveState,
  type MoveWrite,
  type Storage,
  type StorageMoves,
  isTreasuryError,
} from "@agent-treasury/provider";
import { movedTableNames } from "@agent-treasury/provider/helpers";
import { appendOf } from "../turn-log/build.ts";
import { claimOf, commitOf, docOf, entryOf, headOf, land, loadOne, send } from "./build.ts";
import type { StorageSuite } from "./storage-suite.ts";

export const moveId: string = "5".repeat(32);
export const sending: MoveState = { moveId, stage: "sending" };
export const closed: MoveState = { moveId, stage: "closed" };
export const moved: MoveState = { moveId, stage: "moved" };
export const receiving: MoveState = { moveId, stage: "receiving" };
export const received: MoveState = { moveId, stage: "received" };
/** Of another move. */
export const other: MoveState = { moveId: "6".repeat(32), stage: "sending" };
const longAhead = Date.now() + 86_400_000;

interface MoveEnds {
  readonly source: Storage;
  readonly target: Storage;
  readonly from: StorageMoves;
  readonly to: StorageMoves;
}

/** Registers tests of storages with `moves`, which receive a second one. */
export function betweenStorages({
  subject,
  test,
}: StorageSuite): (sentence: string, body: (ends: MoveEnds) => Promise<void>) => void {
  return (sentence, body) =>
    test(sentence, async (source) => {
      if (source.moves === undefined) return;
      const target = await subject.open();
      try {
        if (target.moves === undefined) throw new Error("Only one storage supports moves.");
        await body({ source, target, from: source.moves, to: target.moves });
      } finally {
        await target.close();
      }
    });
}

/** A workspace with a row of each table. */
export async function fill(storage: Storage, workspaceId: string): Promise<Commit> {
  const first = commitOf(workspaceId, 0n, {
    next: headOf(workspaceId, 1n, { sequence: 1n, account: { text: 'é\u{1f600}\n"' } }),
    entries: [entryOf(2n ** 40n), entryOf(1n)],
    put: [docOf("p1", { open: true, dueAt: 5, expiresAt: longAhead, ordinal: 2n ** 62n })],
    create: [docOf("p2", { ordinal: null })],
    claim: [claimOf("s1"), claimOf("s2", longAhead)],
  });
  await land(storage, first);
  const append = { ...appendOf(0, { workspaceId }), bodies: [{ a: 1 }, { b: 2 }] };
  await storage.turnLog?.append(append);
  return first;
}

export async function copyRows(
  from: StorageMoves,
  to: StorageMoves,
  scope: MoveScope,
): Promise<void> {
  for (const table of movedTableNames) {
    let after: Parameters<StorageMoves["read"]>[2] = null;
    for (;;) {
      const rows = await from.read(table, scope, after, 2);
      await writeNext(to, scope, { rows, removed: [], progress: null });
      after = rows.at(-1)?.values ?? null;
      if (rows.length < 2) break;
    }
  }
}

export async function copyChanges(
  from: StorageMoves,
  to: StorageMoves,
  scope: MoveScope,
): Promise<void> {
  const { ids, rows, removed } = await from.changes(scope, 1_000);
  await writeNext(to, scope, { rows, removed, progress: { at: "the end" } });
  if (!(await from.forget(scope, moveId, ids))) throw new Error("The move had another id.");
}

async function writeNext(to: StorageMoves, scope: MoveScope, changes: MoveWrite): Promise<void> {
  const record = await to.find("in", scope);
  const isWritten = await to.write(scope, moveId, record?.step ?? -1, changes);
  if (!isWritten) throw new Error("The write had another step.");
}

export async function begin(from: StorageMoves, to: StorageMoves, scope: MoveScope): Promise<void> {
  await advanceBy(from, "out", scope, null, sending);
  await advanceBy(to, "in", scope, null, receiving);
}

export async function advanceBy(
  moves: StorageMoves,
  direction: "out" | "in",
  scope: MoveScope,
  from: MoveState | null,
  to: MoveState | null,
): Promise<void> {
  const isAdvanced = await moves.advance(direction, scope, from, to);
  if (!isAdvanced) throw new Error(`The state was not ${from?.stage ?? "none"}.`);
}

/** The code of the error that a commit is rejected with, or the kind of its outcome. */
export async function refusalOf(storage: Storage, workspaceId: string): Promise<string> {
  const { head } = await loadOne(storage, workspaceId);
  const outcome = await send(storage, commitOf(workspaceId, head?.version ?? 0n));
  const cause = outcome.kind === "rejected" ? outcome.cause : null;
  return isTreasuryError(cause) ? cause.code : outcome.kind;
}
