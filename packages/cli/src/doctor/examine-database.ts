import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import {
  isMissingPackageError,
  describeDatabase,
  type DatabaseSetting,
  type Settings,
} from "@agent-treasury/server";
import { copiedDatabase, copyRemedy, openStorage } from "@agent-treasury/server/parts";
import { schemaOf } from "../commands/database.ts";
import { openTreasury } from "../commands/open-treasury.ts";
import { atMost } from "./ask.ts";
import { type Finding, doubtful, fine, problemOf, wrong } from "./finding.ts";

/** Read-only. */
export async function examineDatabase({
  database,
  deploymentId,
}: Pick<Settings, "database" | "deploymentId">): Promise<Finding> {
  const place = describeDatabase(database);
  if (database.kind === "memory") {
    const remedy = "Set TREASURY_DATABASE_URL to sqlite: and a path, or to a postgres:// address.";
    return doubtful("database", `${place}.`, remedy);
  }
  try {
    const schema = await schemaOf(database);
    const { version, newest, risk = null } = await atMost(schema.look());
    if (version > newest) {
      const message = `${place} has schema ${version}, and this version supports schemas up to ${newest}.`;
      return wrong("database", message, "Update the packages.");
    }
    if (version === newest) {
      const stored = deploymentId === null ? null : await atMost(storedId(database));
      const moving = await atMost(examineMove(database, place));
      if (moving !== null) return moving;
      const problem = copiedDatabase(deploymentId, stored);
      if (problem !== null) return doubtful("database", `${place}. ${problem}`, copyRemedy);
      if (risk === null) return fine("database", `${place}, with schema ${version}.`);
      return doubtful("database", `${place}. ${risk}`, "Change this setting of PostgreSQL.");
    }
    if (version > 0) {
      const message = `${place} has schema ${version} of ${newest}. The first start updates it.`;
      return doubtful("database", message, "Back it up, then run agent-treasury migrate.");
    }
    return await examineNew(database, place);
  } catch (error) {
    const remedy = isMissingPackageError(error)
      ? "Install that package where the server runs."
      : remedyFor(database);
    return wrong("database", `${place} cannot be used. ${problemOf(error)}`, remedy);
  }
}

async function storedId(database: DatabaseSetting): Promise<string | null> {
  const treasury = openTreasury(await openStorage(database));
  try {
    return await treasury.deployment.id();
  } finally {
    await treasury.close();
  }
}

const continueMove =
  "Run agent-treasury move again to complete it, or with --abandon to reopen the source.";

/** Null unless a move of all workspaces is unfinished, or closed the database. */
async function examineMove(database: DatabaseSetting, place: string): Promise<Finding | null> {
  const storage = await openStorage(database);
  try {
    const { moves } = storage;
    const [out, into] = [await moves?.find("out", null), await moves?.find("in", null)];
    switch (out?.stage ?? into?.stage) {
      case "moved": {
        const remedy = "Set TREASURY_DATABASE_URL to the other database.";
        return wrong("database", `${place} was moved to another database.`, remedy);
      }
      case "closed": {
        const message = `${place} is closed by an unfinished move to another database.`;
        return wrong("database", message, continueMove);
      }
      case "sending": {
        const message = `${place} has an unfinished move to another database.`;
        return doubtful("database", message, continueMove);
      }
      case "receiving": {
        const message = `${place} is closed by an unfinished move from another database.`;
        return wrong("database", message, continueMove);
      }
      default:
        return null;
    }
  } finally {
    await storage.close();
  }
}

async function examineNew(database: DatabaseSetting, place: string): Promise<Finding> {
  const made = fine("database", `${place} does not exist yet. The first start creates it.`);
  if (database.kind !== "sqlite") return made;
  const folder = await nearestFolder(resolve(database.path));
  try {
    await access(folder, constants.W_OK);
    return made;
  } catch {
    const message = `${place} does not exist, and ${folder} is not writable.`;
    return wrong(
      "database",
      message,
      `Make ${folder} writable for this user, or choose another path.`,
    );
  }
}

/** The nearest existing parent folder. */
async function nearestFolder(path: string): Promise<string> {
  const folder = dirname(path);
  const isThere = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return isThere || folder === path ? folder : nearestFolder(folder);
}

function remedyFor(database: DatabaseSetting): string {
  return database.kind === "postgres"
    ? "Check that the server runs, and check the address, user name and password in TREASURY_DATABASE_URL."
    : "Set TREASURY_DATABASE_URL to another file, or restore this one from a backup.";
}
