import type { Json, TurnAppend, TurnLog, TurnName } from "@agent-treasury/provider";
import { assertAppendable } from "@agent-treasury/provider/helpers";
import { atLeastNone } from "./read.ts";
import type { Row } from "./rows.ts";
import type { SqlConnection } from "./sql-connection.ts";
import type { Statements } from "./statements.ts";

interface RecordRow {
  readonly sequence: bigint;
  readonly writer: string;
  readonly body: string;
}

interface TurnRow {
  readonly workspace_id: string;
  readonly turn_id: string;
}

/** Calls `work` with the connection, perhaps later or again. */
export type WithConnection = <Result>(
  work: (connection: SqlConnection) => Result,
) => Promise<Result>;

/** Other writers can run between transactions. */
const turnsErasedAtOnce = 50;

/** Each call is one transaction, except an erasure of many turns. */
export function sqliteTurnLog(
  read: WithConnection,
  write: WithConnection,
  now: () => number,
): TurnLog {
  return {
    specificationVersion: "1",
    name: "sqlite",
    append: async (append) => {
      assertAppendable(append);
      const bodies = append.bodies.map((body) => JSON.stringify(body));
      return await write((connection) => {
        const { statements } = connection;
        const outcome = connection.writing(() => appendOnce(statements, append, bodies, now()));
        if (outcome === "appended") connection.noteCommit?.();
        return outcome === "conflict" ? "conflict" : "appended";
      });
    },
    read: (turn, after, limit) =>
      read(({ statements }) =>
        rowsAfter(statements, turn, after, limit).map(({ sequence, body }) => ({
          sequence: Number(sequence),
          body: JSON.parse(body) as Json,
        })),
      ),
    erase: async (workspaceId, before) => {
      let removed = 0;
      for (;;) {
        const erased = await write((connection) => eraseSome(connection, workspaceId, before));
        removed += erased.records;
        if (erased.turns < turnsErasedAtOnce) return removed;
      }
    },
    purge: (until, limit) =>
      write((connection) =>
        connection.writing(() => purgeSome(connection.statements, until, atLeastNone(limit))),
      ),
  };
}

function appendOnce(
  statements: Statements,
  append: TurnAppend,
  bodies: readonly string[],
  now: number,
): "appended" | "repeated" | "conflict" {
  const { workspaceId, turnId, writer, after, expiresAt } = append;
  const row = statements.newestRecord.get(workspaceId, turnId) as RecordRow | undefined;
  const newest = row?.sequence ?? 0n;
  if (newest !== BigInt(after)) {
    const there = rowsAfter(statements, append, after, bodies.length);
    const isSame = bodies.every(
      (body, index) => there[index]?.writer === writer && there[index].body === body,
    );
    return isSame && there[0]?.sequence === BigInt(after + 1) ? "repeated" : "conflict";
  }
  bodies.forEach((body, index) =>
    statements.putRecord.run(workspaceId, turnId, after + 1 + index, writer, now, expiresAt, body),
  );
  return "appended";
}

function rowsAfter(
  statements: Statements,
  { workspaceId, turnId }: TurnName,
  after: number,
  limit: number,
): RecordRow[] {
  const rows: Row[] = statements.recordsAfter.all(workspaceId, turnId, after, atLeastNone(limit));
  return rows as RecordRow[];
}

/** Whole turns, so that no runner can resume from a part. */
function eraseSome(
  connection: SqlConnection,
  workspaceId: string,
  before: number,
): { readonly turns: number; readonly records: number } {
  const { statements } = connection;
  const erased = connection.writing(() => {
    const turns: Row[] = statements.turnsBefore.all(workspaceId, before, turnsErasedAtOnce);
    let records = 0;
    for (const { turn_id } of turns as TurnRow[]) {
      records += Number(statements.removeTurn.run(workspaceId, turn_id).changes);
    }
    return { turns: turns.length, records };
  });
  if (erased.records > 0) connection.overwriteReplaced?.();
  return erased;
}

function purgeSome(statements: Statements, now: number, limit: number): number {
  let removed = 0;
  const turns: Row[] = statements.expiredTurns.all(now, limit);
  for (const { workspace_id, turn_id } of turns as TurnRow[]) {
    if (removed === limit) break;
    const { changes } = statements.removeOldest.run(workspace_id, turn_id, limit - removed);
    removed += Number(changes);
  }
  return removed;
}
