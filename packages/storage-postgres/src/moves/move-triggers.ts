import type { MoveStage, MovedTable } from "@agent-treasury/provider";
import { movedTableNames } from "@agent-treasury/provider/helpers";
import type { Send } from "../ask.ts";
import { textAt } from "../rows.ts";
import { type MoveTrigger, guards, recorders, triggersText } from "./move-schema.ts";

export type Transact = <Result>(
  begin: string,
  work: (send: Send) => Promise<Result>,
) => Promise<Result>;

export const writing = "BEGIN ISOLATION LEVEL READ COMMITTED";

/**
 * Adds the triggers that the stages require, and waits for statements that began before the stage
 * was committed and may not have seen it. Statements that begin later see it. One transaction per
 * table, because a commit locks several, so that a transaction with two could deadlock with it.
 */
export async function enforceStages(
  transact: Transact,
  schema: string,
  stage: MoveStage | null,
): Promise<void> {
  for (const table of movedTableNames) {
    await transact(writing, (send) => addTriggers(send, schema, table));
  }
  for (const table of stage === "sending" || stage === "closed" ? movedTableNames : []) {
    await transact(writing, async (send) => {
      await send("SELECT set_config('lock_timeout', '10s', true)");
      await send(`LOCK TABLE ${schema}.${table} IN SHARE ROW EXCLUSIVE MODE`);
    });
  }
  // Dropping a trigger excludes readers, so it may be impossible at the moment.
  await transact(writing, (send) => dropUnused(send, schema)).catch(() => {});
}

export async function addTriggers(send: Send, schema: string, only?: MovedTable): Promise<void> {
  await send("SELECT set_config('lock_timeout', '10s', true)");
  const there = await triggersOf(send, schema);
  for (const one of await wantedTriggers(send, schema)) {
    const isMissing = !there.has(nameOf(one)) && (only ?? one.table) === one.table;
    if (isMissing) await send(one.sql);
  }
}

async function triggersOf(send: Send, schema: string): Promise<Set<string>> {
  const rows = await send(triggersText(schema));
  return new Set(rows.map((row) => `${textAt(row, 0)}.${textAt(row, 1)}`));
}

const nameOf = ({ table, name }: MoveTrigger): string => `${table}.${name}`;

async function wantedTriggers(send: Send, schema: string): Promise<MoveTrigger[]> {
  const stages = (await send(`SELECT DISTINCT stage FROM ${schema}.moves`)).map((row) =>
    textAt(row, 0),
  );
  const has = (...wanted: readonly string[]): boolean =>
    stages.some((stage) => wanted.includes(stage));
  return [
    ...(has("sending", "closed") ? recorders(schema) : []),
    ...(has("closed", "moved", "receiving") ? guards(schema) : []),
  ];
}

async function dropUnused(send: Send, schema: string): Promise<void> {
  await send("SELECT set_config('lock_timeout', '1s', true)");
  await send("SELECT pg_advisory_xact_lock(hashtext($1))", [`${schema}.moves`]);
  const wanted = new Set((await wantedTriggers(send, schema)).map(nameOf));
  for (const one of [...recorders(schema), ...guards(schema)]) {
    if (wanted.has(nameOf(one)) || !(await triggersOf(send, schema)).has(nameOf(one))) continue;
    await send(`DROP TRIGGER IF EXISTS ${one.name} ON ${schema}.${one.table}`);
  }
}
