export interface PostgresQuery {
  /** Unused on the app's pool, where statement names belong to the app. */
  readonly name?: string;
  readonly text: string;
  readonly values?: unknown[];
  readonly rowMode: "array";
  /** Returns values as text, independent of the app's type parsers. */
  readonly types: { getTypeParser(): (value: string) => string };
  readonly query_timeout: number;
}

export interface PostgresClient {
  /** Whether a query is sent while others have no answer yet, as by pg with this option. */
  readonly pipeline?: boolean;
  query(query: PostgresQuery): Promise<{ readonly rows: unknown[][] }>;
  on(event: "error", listener: (error: Error) => void): unknown;
  removeListener(event: "error", listener: (error: Error) => void): unknown;
  release(destroy?: boolean): void;
}

/** Typed structurally, so that any copy of `pg` works. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
  /** Used to handle errors of new connections. */
  on?(event: "connect", listener: (client: PostgresClient) => void): unknown;
  removeListener?(event: "connect", listener: (client: PostgresClient) => void): unknown;
}

/** A connection to a primary. */
export interface CheckedClient extends PostgresClient {
  /** Changes if the server restarts or another one takes its place. */
  readonly server: string;
}

export interface CheckedPool extends PostgresPool {
  /** With `again`, also checks a connection that was checked before. */
  connect(again?: boolean): Promise<CheckedClient>;
}

/** A client of `server` that sends with `query`. */
export function checkedClient(
  client: PostgresClient,
  server: string,
  query: PostgresClient["query"],
): CheckedClient {
  return {
    server,
    pipeline: client.pipeline === true,
    query,
    on: (event, listener) => client.on(event, listener),
    removeListener: (event, listener) => client.removeListener(event, listener),
    release: (destroy) => client.release(destroy),
  };
}

/** Listens for errors, because an unhandled error event would end the process. */
export function ignore(): void {}

export function serverOf(client: PostgresClient): string {
  return "server" in client && typeof client.server === "string" ? client.server : "";
}
