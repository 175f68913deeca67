import { type DatabaseSetting, describeDatabase } from "@agent-treasury/server";
import { openStorage } from "@agent-treasury/server/parts";
import { type Command, Option } from "commander";
import { CommandError } from "../command-error.ts";
import { type Given, type Run, databaseOption } from "./command.ts";
import { type Schema, readAddress, schemaOf } from "./database.ts";

interface MigrateOptions {
  readonly check?: true;
  readonly print?: true;
}

export function addMigrate(program: Command, run: Run): void {
  program
    .command("migrate")
    .summary("update the schema of the database")
    .description("Updates the schema, as the first use of the database would.")
    .addOption(databaseOption())
    .addOption(
      new Option(
        "--check",
        "only check, and exit with 1 if the schema is not up to date",
      ).conflicts("print"),
    )
    .option("--print", "only print the SQL of all steps")
    .action(run(migrate));
}

async function migrate({ options, env, output }: Given<MigrateOptions>): Promise<0 | 1> {
  const database = readAddress(env);
  const schema = await schemaOf(database);
  if (options.print) {
    if (options.json) output.print({ steps: schema.steps });
    else output.printLines(scriptOf(schema));
    return 0;
  }
  const before = await schema.look();
  if (before.version > before.newest) {
    throw new CommandError(
      `${describeDatabase(database)} has schema ${before.version}, and this version supports schemas up to ${before.newest}. Update the packages.`,
    );
  }
  if (!options.check && before.version < before.newest) await update(database);
  const { version, newest } = await schema.look();
  const upToDate = version === newest;
  output.print(
    options.json
      ? { upToDate, before: before.version, version, newest }
      : describe(database, before.version, version, newest),
  );
  return upToDate ? 0 : 1;
}

/** The first use of a storage runs the missing steps. */
async function update(database: DatabaseSetting): Promise<void> {
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
    return `${place} has schema ${version} of ${newest}. Run agent-treasury migrate.`;
  }
  return before === version
    ? `${place} has schema ${version}, which is up to date.`
    : `${place} was updated from schema ${before} to ${version}.`;
}

function scriptOf({ steps, preparation }: Schema): string {
  const scripts = steps.map(({ name, sql }, index) => {
    const prepared = index === 0 ? preparation : "";
    return `-- Step ${index + 1}: ${name}. Run this as one transaction.\n${prepared}${sql.trim()}`;
  });
  return scripts.join("\n\n");
}
