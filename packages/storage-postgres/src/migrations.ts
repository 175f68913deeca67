import { firstSchema } from "./migrations/0001-first-schema.ts";
import { turnRecords } from "./migrations/0002-turn-records.ts";
import { assertSchemaName, defaultSchema } from "./schema-name.ts";

/** One step of the schema. Steps are added, never changed. */
export interface PostgresMigration {
  /** The version that the schema has after it, one more with each. */
  readonly version: number;
  readonly name: string;
  /**
   * Everything that the step does, noting itself included. Run it as one transaction, once, in a
   * schema that exists.
   */
  readonly sql: string;
}

/**
 * The steps that a storage runs by itself at its first use, for reading and printing. Whoever runs
 * them beforehand, by a role that may, spares the app's own role the right to make tables.
 *
 * @example
 * for (const { version, name, sql } of postgresMigrations()) console.log(version, name, sql);
 */
export function postgresMigrations(schema: string = defaultSchema): readonly PostgresMigration[] {
  assertSchemaName(schema);
  const steps = [
    step(1, "first schema", firstSchema(schema)),
    step(2, "turn records", turnRecords(schema)),
  ];
  return steps.map(({ version, name, changes }) => {
    const note = `INSERT INTO ${schema}.migrations (version, name) VALUES (${version}, '${name}');`;
    // The first makes the table that it is noted in; a later one is noted first, so that a second
    // process waits for the one that began it, and then is refused before it changes anything.
    const sql = version === 1 ? `${changes}\n\n${note}\n` : `${note}\n\n${changes}\n`;
    return { version, name, sql };
  });
}

function step(
  version: number,
  name: string,
  changes: string,
): { readonly version: number; readonly name: string; readonly changes: string } {
  return { version, name, changes };
}
