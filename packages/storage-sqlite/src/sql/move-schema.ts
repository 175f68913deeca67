import { movedTableNames, movedTables } from "@agent-treasury/provider/helpers";
import type { SqlConnection } from "./sql-connection.ts";

// Tables and triggers that exist while a database is part of a move, and not in the schema, so that
// other databases do not pay for them. Triggers bind every process, also of earlier versions.

const movedMessage =
  "The workspace is being moved to another database, or was moved there: use the new database";
const arrivingMessage =
  "The workspace is being moved into this database: wait for the end of the move";

const tables = `
CREATE TABLE IF NOT EXISTS moves (
  direction TEXT NOT NULL,
  workspace_id TEXT NOT NULL,
  move_id TEXT NOT NULL,
  stage TEXT NOT NULL,
  step INTEGER NOT NULL,
  progress TEXT NOT NULL,
  writing INTEGER NOT NULL,
  PRIMARY KEY (direction, workspace_id)
) STRICT;
CREATE TABLE IF NOT EXISTS move_changes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id TEXT NOT NULL,
  table_name TEXT NOT NULL,
  key TEXT NOT NULL
) STRICT;
`;

/** Whether a trigger of a move rejected a write. */
export function isMoveMessage(message: string): boolean {
  return message.includes(movedMessage) || message.includes(arrivingMessage);
}

/** The writes that reach no table but these: each commit writes a head. */
const guarded = [
  ["heads", "INSERT"],
  ["heads", "UPDATE"],
  ["entries", "UPDATE"],
  ["turn_records", "INSERT"],
] as const;

const purged = ["documents", "claims", "commits", "turn_records"] as const;

export function hasMoves(connection: SqlConnection): boolean {
  const found = connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'moves'").get();
  return found !== undefined;
}

/** Call within a transaction. */
export function addMoves(connection: SqlConnection): void {
  connection.execute(tables);
}

/** Adapts the triggers to the stages. Call within the transaction that changed one. */
export function adaptTriggers(connection: SqlConnection): void {
  const has = (where: string): boolean =>
    connection.prepare(`SELECT 1 FROM moves WHERE ${where}`).get() !== undefined;
  const wanted = new Map([
    ...(has("stage IN ('sending', 'closed')") ? recorders() : []),
    ...(has("stage IN ('closed', 'moved', 'receiving')") ? guards() : []),
  ]);
  const there = connection
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'move\\_%' ESCAPE '\\'",
    )
    .all()
    .map((row) => (row as { readonly name: string }).name);
  for (const name of there) if (!wanted.has(name)) connection.execute(`DROP TRIGGER ${name}`);
  for (const [name, text] of wanted) if (!there.includes(name)) connection.execute(text);
}

function recorders(): (readonly [string, string])[] {
  return movedTableNames.flatMap((table) =>
    (["INSERT", "UPDATE", "DELETE"] as const).map((event) => {
      const row = event === "DELETE" ? "OLD" : "NEW";
      // As text, because JSON numbers lose digits.
      const key = Object.keys(movedTables[table].key).map((name) => `CAST(${row}.${name} AS TEXT)`);
      const name = `move_records_${table}_${event.toLowerCase()}`;
      const text = `CREATE TRIGGER ${name} AFTER ${event} ON ${table}
WHEN EXISTS (SELECT 1 FROM moves WHERE direction = 'out' AND stage IN ('sending', 'closed')
  AND workspace_id IN ('', ${row}.workspace_id))
BEGIN
  INSERT INTO move_changes (workspace_id, table_name, key)
  VALUES (${row}.workspace_id, '${table}', json_array(${key.join(", ")}));
END`;
      return [name, text] as const;
    }),
  );
}

const of = (row: string, stages: string): string => `EXISTS (SELECT 1 FROM moves
  WHERE workspace_id IN ('', ${row}.workspace_id) AND stage IN (${stages}) AND writing = 0)`;

function guards(): (readonly [string, string])[] {
  const refusing = guarded.map(([table, event]) => {
    const name = `move_guards_${table}_${event.toLowerCase()}`;
    const text = `CREATE TRIGGER ${name} BEFORE ${event} ON ${table}
WHEN ${of("NEW", "'closed', 'moved', 'receiving'")}
BEGIN
  SELECT RAISE(ABORT, '${arrivingMessage}') WHERE ${of("NEW", "'receiving'")};
  SELECT RAISE(ABORT, '${movedMessage}');
END`;
    return [name, text] as const;
  });
  // The target must not purge what the source still has, because both are compared.
  const keeping = purged.map((table) => {
    const name = `move_keeps_${table}`;
    const text = `CREATE TRIGGER ${name} BEFORE DELETE ON ${table}
WHEN ${of("OLD", "'receiving'")}
BEGIN
  SELECT RAISE(IGNORE);
END`;
    return [name, text] as const;
  });
  return [...refusing, ...keeping];
}
