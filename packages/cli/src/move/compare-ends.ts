import type { MovedRow, MovedTable, MovedValue } from "@agent-treasury/provider";
import { verifyCopy } from "@agent-treasury/treasury-core/verify";
import { workspacesOf } from "../commands/database.ts";
import { DifferenceError, type MoveRoute } from "./moved-route.ts";

const rowsAtOnce = 500;
const sequenceColumn = 3;

/** The sequence up to which the target's chain was verified, by workspace. */
export type Verified = Map<string, bigint>;

/** Recomputes the chains of the target, while the source is in use. */
export async function verifyTarget(route: MoveRoute, verified: Verified): Promise<void> {
  const { target, scope } = route;
  for await (const workspaceId of workspacesOf(target, scope ?? undefined)) {
    await verifyOne(route, workspaceId, verified);
  }
}

async function verifyOne(
  { target }: MoveRoute,
  workspaceId: string,
  verified: Verified,
): Promise<void> {
  const { problem, headSequence } = await verifyCopy(workspaceId, target.copy(workspaceId));
  if (problem !== null) {
    throw new DifferenceError(
      `The copy of ${workspaceId} is invalid: ${problem} Check the source with agent-treasury verify.`,
    );
  }
  verified.set(workspaceId, headSequence);
}

/**
 * Compares each head and each entry after those that were verified. The hash of a later entry
 * covers all earlier ones, so the whole chains are equal. Returns the number of workspaces.
 *
 * @throws DifferenceError.
 */
export async function compareHeads(route: MoveRoute, verified: Verified): Promise<number> {
  const { from, to, scope } = route;
  let count = 0;
  let after: readonly MovedValue[] | null = null;
  for (;;) {
    const [own, there]: (readonly MovedRow[])[] = await Promise.all([
      from.read("heads", scope, after, rowsAtOnce),
      to.read("heads", scope, after, rowsAtOnce),
    ]);
    assertSame("heads", own, there);
    for (const { values } of own ?? []) {
      const workspaceId = String(values[0]);
      const known = verified.get(workspaceId);
      if (known === undefined) await verifyOne(route, workspaceId, verified);
      else if (values[sequenceColumn] !== known) await compareEntries(route, workspaceId, known);
      count += 1;
    }
    after = own?.at(-1)?.values ?? null;
    if ((own?.length ?? 0) < rowsAtOnce) return count;
  }
}

async function compareEntries(
  { from, to }: MoveRoute,
  workspaceId: string,
  beyond: bigint,
): Promise<void> {
  let after: readonly MovedValue[] = [workspaceId, beyond];
  for (;;) {
    const [own, there]: (readonly MovedRow[])[] = await Promise.all([
      from.read("entries", workspaceId, after, rowsAtOnce),
      to.read("entries", workspaceId, after, rowsAtOnce),
    ]);
    assertSame("entries", own, there);
    after = own?.at(-1)?.values ?? after;
    if ((own?.length ?? 0) < rowsAtOnce) return;
  }
}

function assertSame(
  table: MovedTable,
  own: readonly MovedRow[] = [],
  there: readonly MovedRow[] = [],
): void {
  const texts = textsOf(there);
  const different = textsOf(own).findIndex((text, index) => texts[index] !== text);
  if (different === -1 && own.length === there.length) return;
  const [workspaceId] = (own[different] ?? there.at(-1))?.values ?? [];
  throw new DifferenceError(
    `The ${table} of ${String(workspaceId)} in the target differ from those in the source.`,
  );
}

function textsOf(rows: readonly MovedRow[]): string[] {
  return rows.map(({ values }) => JSON.stringify(values.map((value) => value?.toString() ?? null)));
}

/** The tables whose totals differ. */
export async function differingTables({ from, to, scope }: MoveRoute): Promise<string[]> {
  const [own, there] = await Promise.all([from.totals(scope), to.totals(scope)]);
  return Object.entries(own)
    .filter(([table, sums]) => sums.join() !== there[table as MovedTable].join())
    .map(([table]) => table);
}
