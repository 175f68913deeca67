import { setTimeout as sleep } from "node:timers/promises";
import type { TreasuryError } from "@agent-treasury/provider";
import { allMovedError, movedTableNames } from "@agent-treasury/provider/helpers";
import { type Send, onConnection } from "./ask.ts";
import { databaseError } from "./postgres-error.ts";
import type { Use } from "./turn-log.ts";

const patienceMs = 500;

const unwritable =
  "lets this role read the treasury's tables, but not write them: grant it INSERT, UPDATE and DELETE on them";

/**
 * Rejects with `storage_moved` if all workspaces were moved to another storage, and with
 * `storage_error` if the role cannot write. A failure of the database affects every process, so it
 * is not reported. At most one check runs at a time, because health checks are anonymous.
 */
export function storageCheck(use: Use, schema: string): () => Promise<void> {
  let running: Promise<TreasuryError | null> | null = null;
  let isWritable = false;
  const look = (): Promise<TreasuryError | null> =>
    use(({ held }) =>
      onConnection(held.pool, async (send) => {
        if (await isMoved(send, schema)) return allMovedError();
        isWritable ||= await mayWrite(send, schema);
        return isWritable ? null : databaseError(unwritable);
      }),
    )
      .catch(() => null)
      .finally(() => (running = null));
  return async () => {
    running ??= look();
    const problem = await Promise.race([running, sleep(patienceMs, null, { ref: false })]);
    if (problem !== null) throw problem;
  };
}

async function isMoved(send: Send, schema: string): Promise<boolean> {
  const call = `${schema}.move_is_complete()`;
  const [there] = await send("SELECT (to_regprocedure($1) IS NOT NULL)::text", [call]);
  if (there?.[0] !== "true") return false;
  const [row] = await send(`SELECT ${call}::text`);
  return row?.[0] === "true";
}

async function mayWrite(send: Send, schema: string): Promise<boolean> {
  const tables = movedTableNames.map((table) => `${schema}.${table}`);
  const [row] = await send(
    "SELECT bool_and(has_table_privilege(name, 'INSERT'))::text FROM unnest($1::text[]) AS name",
    [tables],
  );
  return row?.[0] === "true";
}
