import { setTimeout as sleep } from "node:timers/promises";
import { type Row, type Send, onConnection } from "./ask.ts";
import { migrate } from "./migrate.ts";
import { withNamedStatements } from "./named-statements.ts";
import type { HeldPool } from "./postgres-pool.ts";
import { SeenVersions } from "./seen-versions.ts";
import { singleTexts } from "./single-text.ts";
import { meaningOf } from "./sql-state.ts";
import { type Statements, statementsFor } from "./statements.ts";

export interface Connection {
  readonly held: HeldPool;
  readonly statements: Statements;
  readonly seen: SeenVersions;
  /** End the open copies. Otherwise `close` would wait for their consumers. */
  readonly copies: Set<() => void>;
}

const readAttemptsAtMost = 4;
const readPauseMs = 50;

export async function openConnection(held: HeldPool, schema: string): Promise<Connection> {
  await migrate(held.pool, schema);
  const statements = statementsFor(schema);
  const { lean, commit, load, loadOne, queue, lock, view } = statements;
  const views = [view("newest", 0), view("oldest", 0)];
  const named = [
    lean,
    ...Object.values(singleTexts(schema)),
    commit,
    load,
    ...loadOne,
    queue,
    lock,
    ...views,
  ];
  const pool = held.keepsNames ? withNamedStatements(held.pool, named) : held.pool;
  return {
    held: { ...held, pool },
    statements,
    seen: new SeenVersions(statements.basis),
    copies: new Set(),
  };
}

/**
 * Retries an idempotent statement after temporary failures, such as a connection that broke while
 * idle.
 */
export function read(
  connection: Connection,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  return readOn(connection, (send) => send(text, values));
}

/** Retries `work`, which only reads, with another connection. */
export async function readOn<Result>(
  { held }: Connection,
  work: (send: Send, server: string) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await onConnection(held.pool, work);
    } catch (error) {
      const meaning = meaningOf(error);
      const isFinal = meaning === "failed" || meaning === "refused";
      if (isFinal || attempt >= readAttemptsAtMost) throw error;
    }
    await sleep(Math.random() * readPauseMs * attempt);
  }
}
