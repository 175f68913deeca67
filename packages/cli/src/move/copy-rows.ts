import type { MoveWrite, MovedRow, MovedTable, MovedValue } from "@agent-treasury/provider";
import { movedTableNames, movedTables, fromStored } from "@agent-treasury/provider/helpers";
import { type MoveRoute, changedElsewhere } from "./moved-route.ts";

const rowsAtOnce = 1_000;
const changesAtOnce = 2_000;
const roundsAtMost = 1_000;

/** The mover's progress, stored in the target together with the rows. */
export type MoveProgress = {
  /** Null once all tables were copied. */
  readonly table: MovedTable | null;
  /** The key of the last copied row. */
  readonly after: readonly string[] | null;
  /** When the source was closed, in milliseconds since 1970. */
  readonly closedAt: number | null;
};

export type Write = (write: MoveWrite & { readonly progress: MoveProgress }) => Promise<void>;

export const copied: MoveProgress = { table: null, after: null, closedAt: null };

export function progressOf({ begun }: MoveRoute): MoveProgress {
  const stored = fromStored<MoveProgress | null>(begun.progress);
  return stored ?? { table: movedTableNames[0] ?? null, after: null, closedAt: null };
}

/**
 * Copies all rows by key. Rows that change meanwhile are recorded by the source. The next page is
 * read while one is written.
 */
export async function copyAll(
  { from, scope, signs }: MoveRoute,
  start: MoveProgress,
  write: Write,
): Promise<void> {
  const readAt = ({ table, after }: MoveProgress): Promise<readonly MovedRow[]> =>
    table === null
      ? Promise.resolve([])
      : from.read(table, scope, after && keyFrom(table, after), rowsAtOnce);
  let place = start;
  let page = readAt(place);
  while (place.table !== null) {
    const rows = await page;
    const next = placeAfter(place.table, rows);
    page = readAt(next);
    // A rejection is handled by the next iteration, if there is one.
    page.catch(() => {});
    await write({ rows, removed: [], progress: next });
    signs.rows(rows.length);
    place = next;
  }
}

function placeAfter(table: MovedTable, rows: readonly MovedRow[]): MoveProgress {
  const last = rows.at(-1);
  if (rows.length === rowsAtOnce && last !== undefined) {
    const key = last.values.slice(0, Object.keys(movedTables[table].key).length);
    return { table, after: key.map(String), closedAt: null };
  }
  const next = movedTableNames[movedTableNames.indexOf(table) + 1] ?? null;
  return { table: next, after: null, closedAt: null };
}

function keyFrom(table: MovedTable, key: readonly string[]): MovedValue[] {
  const types = Object.values(movedTables[table].key);
  return key.map((text, index) => (types[index] === "text" ? text : BigInt(text)));
}

/**
 * Copies recorded changes. Returns true once the target equals the source as of one moment, and
 * false if others change rows faster than this copies them.
 */
export async function copyChanges(
  { from, scope, moveId, signs }: MoveRoute,
  progress: MoveProgress,
  write: Write,
): Promise<boolean> {
  for (let round = 0; round < roundsAtMost; round += 1) {
    const { ids, rows, removed } = await from.changes(scope, changesAtOnce);
    if (ids.length === 0) return true;
    await write({ rows, removed, progress });
    if (!(await from.forget(scope, moveId, ids))) throw changedElsewhere();
    signs.rows(rows.length);
    if (ids.length < changesAtOnce) return true;
  }
  return false;
}
