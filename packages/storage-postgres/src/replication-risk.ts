import { ask } from "./ask.ts";
import type { PostgresPool } from "./postgres-client.ts";

const question = `SELECT current_setting('synchronous_standby_names'),
  current_setting('synchronous_commit'), current_setting('statement_timeout'),
  (SELECT count(*) FROM pg_stat_replication)::text`;

/** Returns why a failover can lose commits that the server confirmed, or null. */
export async function replicationRisk(pool: PostgresPool): Promise<string | null> {
  const [row] = await ask(pool, question);
  const [names, synchronousCommit, timeout, standbys] = row ?? [];
  if (names === "") {
    if (standbys === "0") return null;
    return "Replication is asynchronous, so a failover can lose confirmed spends. Set synchronous_standby_names.";
  }
  if (synchronousCommit === "local") {
    return "synchronous_commit is local, so a failover can lose confirmed spends. Set it to on.";
  }
  if (timeout === "0") return null;
  return "With synchronous replication, statement_timeout confirms a commit that the standby may not have. Set it to 0 for this role.";
}
