import type { DatabaseSetting } from "@agent-treasury/server";
import { optionalPackage } from "@agent-treasury/server/parts";
import { CommandError } from "../command-error.ts";

/** What is asked of the package of a database. */
export interface Schema {
  /** All steps, each to be run as one transaction. */
  readonly steps: readonly { readonly name: string; readonly sql: string }[];
  /** What comes before the first step. */
  readonly preparation: string;
  /** Connects, and changes nothing. */
  look(): Promise<{ readonly version: number; readonly newest: number }>;
}

/** The schema of a database, by the package that knows it. */
export async function schemaOf(database: DatabaseSetting): Promise<Schema> {
  switch (database.kind) {
    case "memory":
      throw new CommandError("memory: has no schema.");
    case "sqlite": {
      const { sqliteMigrations, sqliteSchema } = await optionalPackage(
        "@agent-treasury/storage-sqlite",
        "A sqlite: address",
        () => import("@agent-treasury/storage-sqlite"),
      );
      const look = (): ReturnType<typeof sqliteSchema> => sqliteSchema(database.path);
      return { steps: sqliteMigrations, preparation: "", look };
    }
    case "postgres": {
      const { postgresMigrations, postgresSchema } = await optionalPackage(
        "@agent-treasury/storage-postgres",
        "A postgres:// address",
        () => import("@agent-treasury/storage-postgres"),
      );
      return {
        steps: postgresMigrations(),
        preparation: "CREATE SCHEMA agent_treasury;\n",
        look: () => postgresSchema(database.url),
      };
    }
  }
}
