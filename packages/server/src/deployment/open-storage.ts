import type { Storage } from "@agent-treasury/provider";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import type { DatabaseSetting } from "../settings/settings.ts";
import { optionalPackage } from "./optional-package.ts";

export async function openStorage(database: DatabaseSetting): Promise<Storage> {
  if (database.kind === "memory") return memoryStorage();
  if (database.kind === "postgres") return openPostgres(database.url);
  const { sqliteStorage } = await optionalPackage(
    "@agent-treasury/storage-sqlite",
    "TREASURY_DATABASE_URL=sqlite:…",
    () => import("@agent-treasury/storage-sqlite"),
  );
  return sqliteStorage({ path: database.path });
}

async function openPostgres(url: string): Promise<Storage> {
  const { postgresStorage } = await optionalPackage(
    "@agent-treasury/storage-postgres",
    "TREASURY_DATABASE_URL=postgres://…",
    () => import("@agent-treasury/storage-postgres"),
  );
  return postgresStorage({ url });
}
