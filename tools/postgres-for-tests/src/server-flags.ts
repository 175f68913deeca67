/** Server settings by their names in `postgresql.conf`. */
export type ServerSettings = Readonly<Record<string, string>>;

/**
 * The arguments of a server with these settings, on a socket in this directory and without a port.
 */
export function serverFlags(settings: ServerSettings, socketDirectory: string): string[] {
  const own = { listen_addresses: "", unix_socket_directories: socketDirectory };
  return Object.entries({ ...settings, ...own }).map(([name, value]) => `-c${name}=${value}`);
}

export function socketUrl(socketDirectory: string): string {
  return `postgres://postgres:password@localhost/postgres?host=${encodeURIComponent(socketDirectory)}`;
}
