import { setTimeout as sleep } from "node:timers/promises";
import { type Row, ask } from "./ask.ts";
import { checkServer } from "./check-server.ts";
import { migrate } from "./migrate.ts";
import { withNamedStatements } from "./named-statements.ts";
import type { HeldPool } from "./postgres-pool.ts";
import { meaningOf } from "./sql-state.ts";
import { type Statements, statementsFor } from "./statements.ts";

export interface Connection {
  readonly held: HeldPool;
  readonly statements: Statements;
}

const readAttemptsAtMost = 4;
const readPauseMs = 50;

export async function openConnection(held: HeldPool, schema: string): Promise<Connection> {
  await checkServer(held.pool);
  await migrate(held.pool, schema);
  const statements = statementsFor(schema);
  const { lean, commit, load, lock, view } = statements;
  const named = [lean, commit, load, lock, view("newest", 0), view("oldest", 0)];
  const pool = held.keepsNames ? withNamedStatements(held.pool, named) : held.pool;
  return { held: { ...held, pool }, statements };
}

/**
 * Retries an idempotent statement after temporary failures, such as a connection that broke while
 * idle.
 */
export async function read(
  { held }: Connection,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask(held.pool, text, values);
    } catch (error) {
      const meaning = meaningOf(error);
      const isFinal = meaning === "failed" || meaning === "refused";
      if (isFinal || attempt >= readAttemptsAtMost) throw error;
    }
    await sleep(Math.random() * readPauseMs * attempt);
  }
}
