/**
 * How the servers that we start are set. Everything that makes a commit durable stays on. There is
 * room for the working set and for the log of a round, so that what is measured is not a checkpoint,
 * which the benches ask for between their rounds.
 */
export function serverFlags(socketDirectory: string): string[] {
  const settings = {
    fsync: "on",
    synchronous_commit: "on",
    full_page_writes: "on",
    shared_buffers: "1GB",
    max_wal_size: "8GB",
    checkpoint_timeout: "1h",
    max_connections: "300",
    listen_addresses: "",
    unix_socket_directories: socketDirectory,
  };
  return Object.entries(settings).map(([name, value]) => `-c${name}=${value}`);
}

/** The address of a server that listens on a socket alone. */
export function socketUrl(socketDirectory: string): string {
  return `postgres://postgres:password@localhost/postgres?host=${encodeURIComponent(socketDirectory)}`;
}
