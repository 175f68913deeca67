import { setTimeout as sleep } from "node:timers/promises";
import type {
  Json,
  MoveDirection,
  MoveRecord,
  MoveScope,
  MoveStage,
  MoveState,
  StorageMoves,
} from "@agent-treasury/provider";
import { movedTableNames, occupiedError, overlapError } from "@agent-treasury/provider/helpers";
import { type Send, sendOn, take } from "../ask.ts";
import { textAt } from "../rows.ts";
import { meaningOf } from "../sql-state.ts";
import type { Use } from "../turn-log.ts";
import { hasRows, readChanges, readRows, readTotals, removeRows, writeRows } from "./move-rows.ts";
import { tablesText } from "./move-schema.ts";
import { type Transact, addTriggers, enforceStages, writing } from "./move-triggers.ts";

const attemptsAtMost = 10;
const pauseMs = 100;
/** Totals and removals read whole tables. */
const statementTimeoutMs = 600_000;

/** All workspaces have the empty id, which no workspace has. */
const idOf = (scope: MoveScope): string => scope ?? "";

const reading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

export function postgresMoves(use: Use, schema: string): StorageMoves {
  const transact: Transact = (begin, work) =>
    use(async ({ held }) => {
      for (let attempt = 1; ; attempt += 1) {
        const { client, release } = await take(held.pool);
        let isDone = false;
        try {
          const send: Send = (text, values = []) =>
            sendOn(client, text, values, statementTimeoutMs);
          await send(begin);
          const result = await work(send);
          await send("COMMIT");
          isDone = true;
          return result;
        } catch (error) {
          if (meaningOf(error) !== "again" || attempt >= attemptsAtMost) throw error;
        } finally {
          release(!isDone);
        }
        await sleep(Math.random() * pauseMs * attempt);
      }
    });
  return {
    find: (direction, scope) => transact(reading, (send) => find(send, schema, direction, scope)),
    advance: async (direction, scope, from, to) => {
      const isAdvanced = await transact(writing, (send) =>
        advance(send, schema, direction, scope, from, to),
      );
      if (isAdvanced) await enforceStages(transact, schema, to?.stage ?? null);
      return isAdvanced;
    },
    read: (table, scope, after, limit) =>
      transact(reading, (send) => readRows(send, schema, table, scope, after, limit)),
    changes: (scope, limit) => transact(reading, (send) => readChanges(send, schema, scope, limit)),
    forget: (scope, moveId, ids) =>
      transact(writing, async (send) => {
        if ((await find(send, schema, "out", scope))?.moveId !== moveId) return false;
        await send(`DELETE FROM ${schema}.move_changes WHERE id = ANY($1::bigint[])`, [ids]);
        return true;
      }),
    write: (scope, moveId, step, changes) =>
      transact(writing, async (send) => {
        await send("SELECT set_config('agent_treasury.mover', 'on', true)");
        const begun = await send(
          `UPDATE ${schema}.moves SET step = step + 1, progress = $1 WHERE direction = 'in'
          AND workspace_id = $2 AND move_id = $3 AND stage = 'receiving' AND step = $4::bigint
          RETURNING 1`,
          [JSON.stringify(changes.progress), idOf(scope), moveId, step],
        );
        if (begun.length === 0) return false;
        await writeRows(send, schema, changes);
        return true;
      }),
    totals: (scope) => transact(reading, (send) => readTotals(send, schema, scope)),
  };
}

async function find(
  send: Send,
  schema: string,
  direction: MoveDirection,
  scope: MoveScope,
): Promise<MoveRecord | null> {
  const [there] = await send("SELECT (to_regclass($1) IS NOT NULL)::text", [`${schema}.moves`]);
  if (there?.[0] !== "true") return null;
  const [row] = await send(
    `SELECT move_id, stage, step::text, progress FROM ${schema}.moves
    WHERE direction = $1 AND workspace_id = $2`,
    [direction, idOf(scope)],
  );
  if (row === undefined) return null;
  return {
    moveId: textAt(row, 0),
    stage: textAt(row, 1) as MoveStage,
    step: Number(textAt(row, 2)),
    progress: JSON.parse(textAt(row, 3)) as Json,
  };
}

async function advance(
  send: Send,
  schema: string,
  direction: MoveDirection,
  scope: MoveScope,
  from: MoveState | null,
  to: MoveState | null,
): Promise<boolean> {
  await send("SELECT set_config('lock_timeout', '10s', true)");
  await send("SELECT pg_advisory_xact_lock(hashtext($1))", [`${schema}.moves`]);
  await send(tablesText(schema));
  const present = await find(send, schema, direction, scope);
  if (present?.moveId !== from?.moveId || present?.stage !== from?.stage) return false;
  await send("SELECT set_config('agent_treasury.mover', 'on', true)");
  if (to?.stage === "sending" && from === null) await refuseOverlap(send, schema, "out", scope);
  if (to?.stage === "receiving") {
    const tables = movedTableNames.map((table) => `${schema}.${table}`);
    await send(`LOCK TABLE ${tables.join(", ")} IN SHARE ROW EXCLUSIVE MODE`);
    await makeRoom(send, schema, scope);
  }
  if (to === null) await removeRecord(send, schema, direction, scope);
  else {
    const isSame = present?.moveId === to.moveId;
    const { step, progress } = isSame ? present : { step: 0, progress: null };
    await send(
      `INSERT INTO ${schema}.moves (direction, workspace_id, move_id, stage, step, progress)
      VALUES ($1, $2, $3, $4, $5::bigint, $6) ON CONFLICT (direction, workspace_id) DO UPDATE
      SET move_id = excluded.move_id, stage = excluded.stage, step = excluded.step,
        progress = excluded.progress`,
      [direction, idOf(scope), to.moveId, to.stage, step, JSON.stringify(progress)],
    );
  }
  // Rows of a scope that did not take part in the move are in use.
  const wasReceiving = present?.moveId === to?.moveId && present?.stage === "receiving";
  if (to?.stage === "discarded" && wasReceiving) await removeRows(send, schema, scope);
  // Recorded changes belong to one move.
  if (direction === "out" && to?.stage !== "sending" && to?.stage !== "closed") {
    await removeRows(send, schema, scope, ["move_changes"]);
  }
  // A new workspace must not appear between the check and the guards.
  if (to?.stage === "receiving") await addTriggers(send, schema);
  return true;
}

async function removeRecord(
  send: Send,
  schema: string,
  direction: MoveDirection,
  scope: MoveScope,
): Promise<void> {
  const text = `DELETE FROM ${schema}.moves WHERE direction = $1 AND workspace_id = $2`;
  await send(text, [direction, idOf(scope)]);
}

/**
 * Refuses a move of rows that another one has not copied completely, or has copied to another
 * storage. Abandoning a move removes all rows of its scope.
 */
async function refuseOverlap(
  send: Send,
  schema: string,
  direction: MoveDirection,
  scope: MoveScope,
): Promise<void> {
  const [other] = await send(
    `SELECT direction, workspace_id FROM ${schema}.moves
    WHERE (direction = 'out' OR stage = 'receiving') AND (direction <> $1 OR workspace_id <> $2)
    AND ($2 = '' OR workspace_id IN ('', $2)) LIMIT 1`,
    [direction, idOf(scope)],
  );
  if (other === undefined) return;
  throw overlapError(direction, textAt(other, 0) as MoveDirection, textAt(other, 1));
}

/** Removes the rows that an earlier move copied to another storage and closed here. */
async function makeRoom(send: Send, schema: string, scope: MoveScope): Promise<void> {
  if ((await find(send, schema, "out", scope))?.stage === "moved") {
    await removeRecord(send, schema, "out", scope);
    await removeRows(send, schema, scope);
  }
  await refuseOverlap(send, schema, "in", scope);
  if (await hasRows(send, schema, scope)) throw occupiedError(scope);
}
