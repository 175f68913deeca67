import { setTimeout as sleep } from "node:timers/promises";
import type { Json, TurnAppend, TurnLog } from "@agent-treasury/provider";
import { assertAppendable } from "@agent-treasury/provider/helpers";
import { type Connection, read } from "./connection.ts";
import { numberFrom, textAt } from "./rows.ts";
import { sqlStateOf } from "./sql-state.ts";
import { atLeastNone } from "./view.ts";

export type Use = <Result>(work: (connection: Connection) => Promise<Result>) => Promise<Result>;

const attemptsAtMost = 8;
const longestPauseMs = 20;
const turnsErasedAtOnce = 200;
/** A concurrent append took the sequence. */
const uniqueViolation = "23505";

/**
 * Each call except `erase` is one statement. All are idempotent, so they are retried if the reply
 * is lost.
 */
export function postgresTurnLog(use: Use, now: () => number | null): TurnLog {
  return {
    specificationVersion: "1",
    name: "postgres",
    append: async (append) => {
      assertAppendable(append);
      const values = appendValues(append, now());
      return await use((connection) => appendOnce(connection, values, append.bodies.length));
    },
    read: ({ workspaceId, turnId }, after, limit) =>
      use(async (connection) => {
        const values = [workspaceId, turnId, after, atLeastNone(limit)];
        const rows = await read(connection, connection.statements.turns.read, values);
        return rows.map((row) => ({
          sequence: Number(textAt(row, 0)),
          body: JSON.parse(textAt(row, 1)) as Json,
        }));
      }),
    erase: (workspaceId, before) =>
      use((connection) => eraseAll(connection, workspaceId, Math.ceil(before))),
    purge: (until, limit) =>
      use(async (connection) => {
        const values = [Math.ceil(until), atLeastNone(limit)];
        return numberFrom(await read(connection, connection.statements.turns.purge, values));
      }),
  };
}

function appendValues(append: TurnAppend, now: number | null): unknown[] {
  const { workspaceId, turnId, writer, after, expiresAt, bodies } = append;
  const body = bodies.map((one) => JSON.stringify(one)).join("\n");
  return [workspaceId, turnId, writer, after, expiresAt, now, body];
}

async function appendOnce(
  connection: Connection,
  values: readonly unknown[],
  count: number,
): Promise<"appended" | "conflict"> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const [row = []] = await read(connection, connection.statements.turns.append, values);
      const [written, found] = [Number(textAt(row, 0)), Number(textAt(row, 1))];
      return written === count || found === count ? "appended" : "conflict";
    } catch (error) {
      if (sqlStateOf(error) !== uniqueViolation || attempt >= attemptsAtMost) throw error;
    }
    await sleep(Math.random() * longestPauseMs);
  }
}

/** Repeats, because a concurrent append may add one more record. */
async function eraseAll(
  connection: Connection,
  workspaceId: string,
  before: number,
): Promise<number> {
  const { turns } = connection.statements;
  let removed = 0;
  for (;;) {
    const old = await read(connection, turns.before, [workspaceId, before, turnsErasedAtOnce]);
    const turnIds = old.map((row) => textAt(row, 0));
    let count = turnIds.length;
    while (count > 0) {
      count = numberFrom(await read(connection, turns.remove, [workspaceId, turnIds]));
      removed += count;
    }
    if (turnIds.length < turnsErasedAtOnce) return removed;
  }
}
