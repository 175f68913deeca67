import { setTimeout as sleep } from "node:timers/promises";
import { allMovedError } from "@agent-treasury/provider/helpers";
import { type Send, onConnection } from "../ask.ts";
import type { Use } from "../turn-log.ts";

const patienceMs = 500;

/**
 * Rejects with `storage_moved` if all workspaces were moved to another storage. A failure of the
 * database affects every process, so it is not reported. At most one check runs at a time, because
 * health checks are anonymous.
 */
export function movedCheck(use: Use, schema: string): () => Promise<void> {
  let running: Promise<boolean> | null = null;
  const look = (): Promise<boolean> =>
    use(({ held }) => onConnection(held.pool, (send) => isMoved(send, schema)))
      .catch(() => false)
      .finally(() => (running = null));
  return async () => {
    running ??= look();
    const isAway = await Promise.race([running, sleep(patienceMs, false, { ref: false })]);
    if (isAway) throw allMovedError();
  };
}

async function isMoved(send: Send, schema: string): Promise<boolean> {
  const call = `${schema}.move_is_complete()`;
  const [there] = await send("SELECT (to_regprocedure($1) IS NOT NULL)::text", [call]);
  if (there?.[0] !== "true") return false;
  const [row] = await send(`SELECT ${call}::text`);
  return row?.[0] === "true";
}
