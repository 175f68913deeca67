import { describeDatabase, type DatabaseSetting } from "@agent-treasury/server";
import { openStorage } from "@agent-treasury/server/parts";
import { CommandError } from "../command-error.ts";
import { readAddress } from "./existing-database.ts";
import type { Output } from "./output.ts";
import { type Schema, schemaOf } from "./schema-of.ts";

/** What `migrate` was asked for. */
export interface MigrateRequest {
  readonly does: "run" | "check" | "print";
  readonly database: string | undefined;
  readonly json: boolean;
}

/** Brings the schema up to date, or says whether it is, or prints its SQL. Returns the exit code. */
export async function migrate(request: MigrateRequest, output: Output): Promise<0 | 1> {
  const database = readAddress(request.database);
  const schema = await schemaOf(database);
  if (request.does === "print") {
    if (request.json) output.print(JSON.stringify({ steps: schema.steps }, null, 2));
    else output.print(scriptOf(schema));
    return 0;
  }
  const before = await schema.look();
  if (before.version > before.newest) {
    throw new CommandError(
      `${describeDatabase(database)} has schema ${before.version}, and this version knows up to ${before.newest}: update the packages.`,
    );
  }
  if (request.does === "run" && before.version < before.newest) await run(database);
  const { version, newest } = await schema.look();
  const upToDate = version === newest;
  if (request.json) {
    output.print(JSON.stringify({ upToDate, before: before.version, version, newest }, null, 2));
  } else output.print(describe(database, before.version, version, newest));
  return upToDate ? 0 : 1;
}

/** The first use of a storage runs what its schema has not had. */
async function run(database: DatabaseSetting): Promise<void> {
  const storage = await openStorage(database);
  try {
    await storage.workspaces(null, 1);
  } finally {
    await storage.close();
  }
}

function describe(
  database: DatabaseSetting,
  before: number,
  version: number,
  newest: number,
): string {
  const place = describeDatabase(database);
  if (version < newest) {
    return `${place} has schema ${version} of ${newest}: run agent-treasury migrate.`;
  }
  return before === version
    ? `${place} has schema ${version}, the newest: nothing to do.`
    : `${place} was brought from schema ${before} to ${version}.`;
}

function scriptOf({ steps, preparation }: Schema): string {
  const told = steps.map(({ name, sql }, index) => {
    const prepared = index === 0 ? preparation : "";
    return `-- Step ${index + 1}: ${name}. Run it as one transaction.\n${prepared}${sql.trim()}`;
  });
  return told.join("\n\n");
}
