import type {
  MoveChanges,
  MoveDirection,
  MoveState,
  MoveTotals,
  MoveWrite,
  MovedRow,
  MovedTable,
  MovedValue,
} from "@agent-treasury/provider";
import { TreasuryError } from "@agent-treasury/provider";
import { movedTables, occupiedError, totalsOfTables } from "@agent-treasury/provider/helpers";
import { readRows } from "./read-rows.ts";
import { deploymentWorkspace } from "./replicas.ts";
import { inObject, inOthers } from "./spread-rows.ts";
import type { Objects, WorkspaceCalls } from "./workspace-calls.ts";

const objectsAtOnce = 32;

/** Advances a move of all workspaces in the index, and then in their objects. */
export async function advanceAll(
  objects: Objects,
  direction: MoveDirection,
  from: MoveState | null,
  to: MoveState | null,
): Promise<boolean> {
  const { objectOf, index } = objects;
  if (to?.stage === "received") await replicate(objectOf(deploymentWorkspace));
  if (to?.stage === "receiving") await assertVacant(objects);
  const out = direction === "in" ? await index.move("find", ["out", null]) : null;
  try {
    if (!(await index.move("advance", [direction, null, from, to]))) return false;
    await adoptAll(objects);
  } catch (error) {
    // The index may have advanced before its answer was lost.
    const isBegun = to?.stage === "sending" || to?.stage === "receiving";
    if (isBegun) await rollBack(objects, direction, from, to, out).catch(() => {});
    throw error;
  }
  return true;
}

async function adoptAll({ objectOf, index }: Objects): Promise<void> {
  for await (const page of pagesOf(index, null)) {
    await Promise.all(page.map((workspaceId) => objectOf(workspaceId).adopt(workspaceId)));
  }
}

/** A target that receives forgets what was moved out of it. */
async function rollBack(
  objects: Objects,
  direction: MoveDirection,
  from: MoveState | null,
  to: MoveState,
  out: MoveState | null,
): Promise<void> {
  const { index } = objects;
  if ((await index.move("find", [direction, null]))?.moveId !== to.moveId) return;
  // First, so that no object opens in between.
  if (out?.stage === "moved") await index.move("advance", ["out", null, null, out]);
  await index.move("advance", [direction, null, to, from]);
  await adoptAll(objects);
}

/** Before the index advances, because objects with rows would refuse the stage. */
async function assertVacant({ objectOf, index }: Objects): Promise<void> {
  for await (const page of pagesOf(index, null)) {
    const occupied = await Promise.all(page.map((id) => hasRows(objectOf, id)));
    if (occupied.includes(true)) throw occupiedError(null);
  }
}

/** Whether an object has rows that no earlier move copied to another storage. */
async function hasRows(objectOf: Objects["objectOf"], id: string): Promise<boolean> {
  const out = await objectOf(id).move(id, "find", ["out", null]);
  if (out?.stage === "moved") return false;
  const totals = await objectOf(id).move(id, "totals", [null]);
  return Object.values(totals).some(([count]) => count !== "0");
}

export async function readAll(
  { objectOf, index }: Objects,
  table: MovedTable,
  after: readonly MovedValue[] | null,
  limit: number,
): Promise<readonly MovedRow[]> {
  const rows: MovedRow[] = [];
  const place = after && inObject(table, after);
  const first = place === null ? null : String(place[0]);
  if (first !== null) rows.push(...(await readRows(objectOf, table, first, place, limit)));
  for await (const page of pagesOf(index, first)) {
    if (rows.length >= limit) break;
    const rest = limit - rows.length;
    const read = page.map((id) => readRows(objectOf, table, id, null, rest));
    rows.push(...(await Promise.all(read)).flat());
  }
  return rows.slice(0, limit).map(inOthers);
}

export async function changesOfAll(
  { objectOf, index }: Objects,
  limit: number,
): Promise<MoveChanges> {
  const all: { ids: string[]; rows: MovedRow[]; removed: MoveChanges["removed"][number][] } = {
    ids: [],
    rows: [],
    removed: [],
  };
  for await (const page of pagesOf(index, null)) {
    const rest = limit - all.ids.length;
    if (rest === 0) break;
    const found = await Promise.all(
      page.map((id) => objectOf(id).move(id, "changes", [null, rest])),
    );
    for (const [at, one] of found.entries()) {
      const workspaceId = page[at] ?? "";
      const left = limit - all.ids.length;
      if (left === 0) break;
      // Fewer than the limit would mean that these are all.
      const { ids, rows, removed } =
        one.ids.length <= left
          ? one
          : await objectOf(workspaceId).move(workspaceId, "changes", [null, left]);
      all.ids.push(...ids.map((id) => JSON.stringify([workspaceId, id])));
      all.rows.push(...rows.map(inOthers));
      all.removed.push(...removed.map(inOthers));
    }
  }
  return all;
}

/** @param ids those that `changesOfAll` returned. */
export async function forgetOfAll(
  { objectOf }: Objects,
  moveId: string,
  ids: readonly string[],
): Promise<boolean> {
  const named = ids.map((id) => JSON.parse(id) as [string, string]);
  const groups = [...Map.groupBy(named, ([workspaceId]) => workspaceId)];
  const forgotten = await Promise.all(
    groups.map(([workspaceId, own]) =>
      objectOf(workspaceId).move(workspaceId, "forget", [null, moveId, own.map(([, id]) => id)]),
    ),
  );
  return forgotten.every(Boolean);
}

export async function writeToAll(
  { objectOf, index }: Objects,
  moveId: string,
  step: number,
  changes: MoveWrite,
): Promise<boolean> {
  const attempt = await index.beginWrite(moveId, step);
  if (attempt === null) return false;
  const { progress } = changes;
  const rows = Map.groupBy(
    changes.rows.map((row) => ({ ...row, values: inObject(row.table, row.values) })),
    ({ values }) => String(values[0]),
  );
  const removed = Map.groupBy(
    changes.removed.map((one) => ({ ...one, key: inObject(one.table, one.key) })),
    ({ key }) => String(key[0]),
  );
  const written = await inTurn([...new Set([...rows.keys(), ...removed.keys()])], (id) =>
    objectOf(id).move(id, "write", [
      null,
      moveId,
      attempt,
      { rows: rows.get(id) ?? [], removed: removed.get(id) ?? [], progress: null },
    ]),
  );
  if (written.includes(false)) return false;
  return index.endWrite(moveId, step, attempt, progress);
}

export async function totalsOfAll({ objectOf, index }: Objects): Promise<MoveTotals> {
  let sums: MoveTotals | null = null;
  for await (const page of pagesOf(index, null)) {
    const found = await Promise.all(page.map((id) => objectOf(id).move(id, "totals", [null])));
    for (const one of found) sums = sums === null ? one : sum(sums, one);
  }
  return sums ?? nothing;
}

const nothing: MoveTotals = totalsOfTables((table) => movedTables[table].totals.map(() => "0"));

function sum(one: MoveTotals, other: MoveTotals): MoveTotals {
  return totalsOfTables((table) =>
    one[table].map((value, at) => `${BigInt(value) + BigInt(other[table][at] ?? "0")}`),
  );
}

/** Otherwise a freeze that was moved would be unknown to the first payments. */
async function replicate(deployment: WorkspaceCalls): Promise<void> {
  const [failed] = await deployment.behind();
  if (failed === undefined) return;
  const message = `The object ${failed} could not be written. Run the move again to continue it.`;
  throw new TreasuryError("storage_error", message);
}

async function* pagesOf(
  { workspaces }: Objects["index"],
  after: string | null,
): AsyncGenerator<readonly string[]> {
  for (let last = after; ;) {
    const page = await workspaces(last, objectsAtOnce);
    yield page;
    if (page.length < objectsAtOnce) return;
    last = page.at(-1) ?? null;
  }
}

async function inTurn<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let first = 0; first < items.length; first += objectsAtOnce) {
    results.push(...(await Promise.all(items.slice(first, first + objectsAtOnce).map(work))));
  }
  return results;
}
