import type { MovedTable } from "@agent-treasury/provider";
import { movedTableNames, movedTables } from "@agent-treasury/provider/helpers";

// Tables and triggers that exist while a schema is part of a move, and not in the migrations, so
// that other databases do not pay for them. Triggers bind every process, also of earlier versions.

/** Of class 23, so that earlier versions also treat it as a rejected commit. */
export const movedState = "23M01";

export interface MoveTrigger {
  readonly table: MovedTable;
  readonly name: string;
  readonly sql: string;
}

export function tablesText(schema: string): string {
  return `CREATE TABLE IF NOT EXISTS ${schema}.moves (
  direction TEXT NOT NULL,
  workspace_id TEXT COLLATE "C" NOT NULL,
  move_id TEXT NOT NULL,
  stage TEXT NOT NULL,
  step BIGINT NOT NULL,
  progress TEXT NOT NULL,
  PRIMARY KEY (direction, workspace_id)
);
CREATE TABLE IF NOT EXISTS ${schema}.move_changes (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workspace_id TEXT COLLATE "C" NOT NULL,
  table_name TEXT NOT NULL,
  key TEXT[] NOT NULL
);
${functionsText(schema)}`;
}

/**
 * The functions have the rights of their owner, because the app's role may have none on the tables
 * of a move. The mover's transaction sets `agent_treasury.mover`.
 */
function functionsText(schema: string): string {
  const any = (row: string): string =>
    `${schema}.moves WHERE workspace_id IN ('', ${row}.workspace_id)`;
  const of = (row: string, stages: string): string => `${any(row)} AND stage IN (${stages})`;
  const isMover = "coalesce(current_setting('agent_treasury.mover', true), '') = 'on'";
  const define = (name: string, body: string): string =>
    `CREATE OR REPLACE FUNCTION ${schema}.${name}() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $move$
${body}
$move$;`;
  return [
    define(
      "move_record",
      `DECLARE changed record;
BEGIN
  IF TG_OP = 'DELETE' THEN changed := OLD; ELSE changed := NEW; END IF;
  IF EXISTS (SELECT FROM ${of("changed", "'sending', 'closed'")}) THEN
    INSERT INTO ${schema}.move_changes (workspace_id, table_name, key)
    SELECT changed.workspace_id, TG_TABLE_NAME, array_agg(to_jsonb(changed) ->> name ORDER BY place)
    FROM unnest(TG_ARGV) WITH ORDINALITY AS asked (name, place);
  END IF;
  RETURN NULL;
END`,
    ),
    // A snapshot of the whole transaction may be older than the stage. Locking a record that has
    // changed since fails with 40001.
    define(
      "move_guard",
      `DECLARE found TEXT;
BEGIN
  IF ${isMover} THEN RETURN NEW; END IF;
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    PERFORM FROM ${any("NEW")} FOR SHARE;
  END IF;
  SELECT stage INTO found FROM ${of("NEW", "'closed', 'moved', 'receiving'")} LIMIT 1;
  IF found = 'receiving' THEN
    RAISE EXCEPTION USING ERRCODE = '${movedState}', MESSAGE =
      'The workspace is being moved into this database: wait for the end of the move';
  ELSIF found IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = '${movedState}', MESSAGE =
      'The workspace is being moved to another database, or was moved there: use the new database';
  END IF;
  RETURN NEW;
END`,
    ),
    // The target must not purge what the source still has, because both are compared.
    define(
      "move_keep",
      `BEGIN
  IF NOT ${isMover} AND EXISTS (SELECT FROM ${of("OLD", "'receiving'")}) THEN RETURN NULL; END IF;
  RETURN OLD;
END`,
    ),
    `CREATE OR REPLACE FUNCTION ${schema}.move_is_complete() RETURNS boolean LANGUAGE sql
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $move$
SELECT EXISTS (SELECT FROM ${schema}.moves
  WHERE direction = 'out' AND workspace_id = '' AND stage = 'moved')
$move$;`,
  ].join("\n");
}

export function recorders(schema: string): MoveTrigger[] {
  return movedTableNames.map((table) => {
    const key = Object.keys(movedTables[table].key).map((column) => `'${column}'`);
    const call = `${schema}.move_record(${key.join(", ")})`;
    return trigger(schema, table, "move_record", "AFTER INSERT OR UPDATE OR DELETE", call);
  });
}

export function guards(schema: string): MoveTrigger[] {
  // Each commit writes a head.
  const guarded = [
    ["heads", "BEFORE INSERT OR UPDATE"],
    ["entries", "BEFORE UPDATE"],
    ["turn_records", "BEFORE INSERT"],
  ] as const;
  const purged = ["documents", "claims", "commits", "turn_records"] as const;
  return [
    ...guarded.map(([table, when]) =>
      trigger(schema, table, "move_guard", when, `${schema}.move_guard()`),
    ),
    ...purged.map((table) =>
      trigger(schema, table, "move_keep", "BEFORE DELETE", `${schema}.move_keep()`),
    ),
  ];
}

function trigger(
  schema: string,
  table: MovedTable,
  name: string,
  when: string,
  call: string,
): MoveTrigger {
  const sql = `CREATE TRIGGER ${name} ${when} ON ${schema}.${table} FOR EACH ROW EXECUTE FUNCTION ${call}`;
  return { table, name, sql };
}

/** The triggers of a schema that belong to moves. */
export function triggersText(schema: string): string {
  return `SELECT pg_class.relname::text, pg_trigger.tgname::text FROM pg_trigger
  JOIN pg_class ON pg_class.oid = pg_trigger.tgrelid
  WHERE pg_class.relnamespace = '${schema}'::regnamespace AND pg_trigger.tgname LIKE 'move\\_%'`;
}
