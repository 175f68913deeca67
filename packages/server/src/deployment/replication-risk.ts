import type { Logger } from "@agent-treasury/provider";
import type { Settings } from "../settings/settings.ts";
import { optionalPackage } from "./optional-package.ts";
import { warnWith } from "./warn-with.ts";

/** Logs a warning if a failover of the database can lose confirmed spends. */
export async function warnAboutReplication(
  { database }: Pick<Settings, "database">,
  logger: Pick<Logger, "warn"> = console,
): Promise<void> {
  if (database.kind !== "postgres") return;
  const { postgresSchema } = await optionalPackage(
    "@agent-treasury/storage-postgres",
    "TREASURY_DATABASE_URL=postgres://…",
    () => import("@agent-treasury/storage-postgres"),
  );
  const { risk } = await postgresSchema(database.url);
  if (risk !== null) warnWith(logger)({}, risk);
}
