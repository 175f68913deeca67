/** Settings of a server, by the names that they have in `postgresql.conf`. */
export type ServerSettings = Readonly<Record<string, string>>;

/** The words that start a server with these settings, on a socket in this directory and no port. */
export function serverFlags(settings: ServerSettings, socketDirectory: string): string[] {
  const own = { listen_addresses: "", unix_socket_directories: socketDirectory };
  return Object.entries({ ...settings, ...own }).map(([name, value]) => `-c${name}=${value}`);
}

/** The address of a server that listens on a socket in this directory. */
export function socketUrl(socketDirectory: string): string {
  return `postgres://postgres:password@localhost/postgres?host=${encodeURIComponent(socketDirectory)}`;
}
