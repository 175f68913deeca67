import { firstSchema } from "./migrations/0001-first-schema.ts";
import { turnRecords } from "./migrations/0002-turn-records.ts";
import { dueByKind } from "./migrations/0003-due-by-kind.ts";
import { uncompressedHeads } from "./migrations/0004-uncompressed-heads.ts";
import { assertSchemaName, defaultSchema } from "./schema-name.ts";

/** Existing steps never change. */
export interface PostgresMigration {
  /** Versions are consecutive. */
  readonly version: number;
  readonly name: string;
  /**
   * Includes the step's record in `migrations`. Run it once, as one transaction, in an existing
   * schema.
   */
  readonly sql: string;
}

/**
 * Returns the steps that a storage runs at its first use. If another role runs them in advance, the
 * app's role does not need the right to create tables.
 *
 * @example
 * for (const { version, name, sql } of postgresMigrations()) console.log(version, name, sql);
 */
export function postgresMigrations(schema: string = defaultSchema): readonly PostgresMigration[] {
  assertSchemaName(schema);
  const steps = [
    { version: 1, name: "first schema", changes: firstSchema(schema) },
    { version: 2, name: "turn records", changes: turnRecords(schema) },
    { version: 3, name: "due by kind", changes: dueByKind(schema) },
    { version: 4, name: "uncompressed heads", changes: uncompressedHeads(schema) },
  ];
  return steps.map(({ version, name, changes }) => {
    const note = `INSERT INTO ${schema}.migrations (version, name) VALUES (${version}, '${name}');`;
    // The first step creates `migrations`. Later steps insert their record first, so that a second
    // process waits, and then fails before it changes anything.
    const sql = version === 1 ? `${changes}\n\n${note}\n` : `${note}\n\n${changes}\n`;
    return { version, name, sql };
  });
}
