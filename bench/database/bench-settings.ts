import type { ServerSettings } from "postgres-for-tests/server-flags";

/**
 * The settings of started servers. Every durability setting stays on. Memory and log are large
 * enough that checkpoints run only between rounds, on request.
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
