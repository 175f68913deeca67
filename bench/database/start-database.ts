import type { BenchContext } from "../harness/bench.ts";
import type { Database } from "./database.ts";
import { startEmbeddedServer } from "./embedded-server.ts";
import { useGivenServer } from "./given-server.ts";
import { findPrograms, startInstalledServer } from "./installed-server.ts";

/**
 * Starts a PostgreSQL: the given one, else the machine's own, which has pgbench, else the one from
 * npm.
 */
export async function startDatabase(context: BenchContext): Promise<Database> {
  const programs = await findPrograms(context.postgresPath);
  if (context.databaseUrl !== undefined) return useGivenServer(context.databaseUrl, programs);
  if (programs === null || context.size === "tiny") return await startEmbeddedServer();
  return await startInstalledServer(programs);
}
