import { access } from "node:fs/promises";
import { resolve } from "node:path";
import type { Storage } from "@agent-treasury/provider";
import {
  type DatabaseSetting,
  type Environment,
  isSettingsError,
  readSettings,
} from "@agent-treasury/server";
import { openStorage, optionalPackage } from "@agent-treasury/server/parts";
import { CommandError } from "../command-error.ts";
import { openObjects, readObjectsAddress } from "./objects-address.ts";

const workspacesAtOnce = 500;

export function readAddress({ TREASURY_DATABASE_URL }: Environment): DatabaseSetting {
  try {
    return readSettings({ TREASURY_DATABASE_URL }).database;
  } catch (error) {
    const [first] = isSettingsError(error) ? error.problems : [];
    if (first === undefined) throw error;
    throw new CommandError(`The database URL ${first.problem}`, { cause: error });
  }
}

/** A command that reads a database must not create one. */
export async function openExistingDatabase(env: Environment): Promise<Storage> {
  const objects = readObjectsAddress(env["TREASURY_DATABASE_URL"]);
  if (objects !== null) return openObjects(objects);
  const database = readAddress(env);
  if (database.kind === "memory") {
    throw new CommandError("memory: stores nothing that this command could read.");
  }
  if (database.kind === "sqlite") {
    const path = resolve(database.path);
    await access(path).catch((cause: unknown) => {
      const message = `There is no database at ${path}. Select another with --database sqlite:<path>.`;
      throw new CommandError(message, { cause });
    });
  }
  return openStorage(database);
}

/** Every workspace with commits has a head. */
export async function hasWorkspace(storage: Storage, workspaceId: string): Promise<boolean> {
  const [snapshot] = await storage.load([{ workspaceId, keys: [] }]);
  return snapshot?.head != null;
}

/** @throws CommandError if the workspace does not exist. */
export async function requireWorkspace(storage: Storage, workspaceId: string): Promise<void> {
  if (await hasWorkspace(storage, workspaceId)) return;
  const problem = `The workspace ${workspaceId} does not exist.`;
  const found = `The database has ${await describeWorkspaces(storage)}.`;
  // Only the service has the options of a new workspace, such as its starting capital.
  const remedy =
    "The service creates a workspace with its first change, such as POST /treasury/credentials.";
  throw new CommandError(`${problem} ${found} ${remedy}`);
}

const namedWorkspaces = 5;

async function describeWorkspaces(storage: Storage): Promise<string> {
  const found: string[] = [];
  for await (const id of workspacesOf(storage, undefined)) {
    // Records of the service itself.
    if (id.startsWith("~")) continue;
    if (found.length === namedWorkspaces) return `${found.join(", ")} and others`;
    found.push(id);
  }
  return found.length === 0 ? "no workspaces" : found.join(", ");
}

export async function* workspacesOf(
  storage: Storage,
  one: string | undefined,
): AsyncGenerator<string> {
  if (one !== undefined) {
    await requireWorkspace(storage, one);
    yield one;
    return;
  }
  let after: string | null = null;
  for (;;) {
    const page: readonly string[] = await storage.workspaces(after, workspacesAtOnce);
    yield* page;
    after = page.at(-1) ?? null;
    if (page.length < workspacesAtOnce) return;
  }
}

export interface Schema {
  /** Run each as one transaction. */
  readonly steps: readonly { readonly name: string; readonly sql: string }[];
  readonly preparation: string;
  /** Read-only. */
  look(): Promise<{
    readonly version: number;
    readonly newest: number;
    /** Why a failover can lose confirmed commits. */
    readonly risk?: string | null;
  }>;
}

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
