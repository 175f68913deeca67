import type { ServerSettings } from "postgres-for-tests/server-flags";

/**
 * How the servers that we start are set. Everything that makes a commit durable stays on. There is
 * room for the working set and for the log of a round, so that what is measured is not a checkpoint,
 * which the benches ask for between their rounds.
 */
export const benchSettings: ServerSettings = {
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  shared_buffers: "1GB",
  max_wal_size: "8GB",
  checkpoint_timeout: "1h",
  max_connections: "300",
};
