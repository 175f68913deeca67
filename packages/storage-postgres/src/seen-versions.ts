import { type Commit, type CommitOutcome, TreasuryError } from "@agent-treasury/provider";
import type { Row, Send } from "./ask.ts";
import { partOf, textAt, workspaceIdOf } from "./rows.ts";

const workspacesKept = 20_000;

interface Seen {
  readonly version: bigint;
  /** The id of the commit that made the version; null if the database does not have it any more. */
  readonly commitId: string | null;
}

/**
 * Rejects a batch before it is sent. `stale` commits are not on this server, and their base may not
 * be either. Without any, a workspace of the batch went back.
 */
export class ServerReplaced extends TreasuryError {
  readonly stale: readonly Commit[];

  constructor(stale: readonly Commit[]) {
    super("storage_error", "The PostgreSQL server was replaced.");
    this.stale = stale;
  }
}

export const wentBack = (): TreasuryError =>
  new TreasuryError(
    "storage_went_back",
    "The database lost commits of this workspace that it had confirmed, and this process has stopped using the workspace.",
  );

/**
 * The newest version of each workspace that this process has seen. After a failover, a version
 * number alone does not prove that the new server has the same history: it may have lost commits,
 * and another process may have reached the same number again. So a commit is sent to a new server
 * only if that has the commit that this one is based on.
 */
export class SeenVersions {
  readonly #text: string;
  #server: string | null = null;
  #here: Map<string, Seen> = new Map();
  /** Of earlier servers, not yet compared; null before the first failover. */
  #before: Map<string, Seen> | null = null;
  readonly #goneBack: Set<string> = new Set();

  /** @param text - The statement of `basisText`. */
  constructor(text: string) {
    this.#text = text;
  }

  hasGoneBack(workspaceId: string): boolean {
    return this.#goneBack.has(workspaceId);
  }

  /** Call for what a statement returned or wrote, with the server of its connection. */
  note(server: string, workspaceId: string, version: bigint, commitId: string | null): void {
    const map = this.#server === server ? this.#here : this.#before;
    if (map === null) return;
    const known = map.get(workspaceId);
    // The newest stays last, because the committer also keeps what it read again.
    map.delete(workspaceId);
    map.set(
      workspaceId,
      known !== undefined && known.version >= version ? known : { version, commitId },
    );
    forgetOldest(map);
  }

  /** Call for the rows of a load or a view. */
  noteRows(server: string, rows: readonly Row[]): void {
    for (const row of rows) {
      if (partOf(row) !== "head") continue;
      this.note(server, workspaceIdOf(row), BigInt(textAt(row, 2)), row[7] ?? null);
    }
  }

  noteOutcomes(
    server: string,
    commits: readonly Commit[],
    outcomes: readonly CommitOutcome[],
  ): void {
    for (const [index, { workspaceId, next, id }] of commits.entries()) {
      if (next === null || outcomes[index]?.kind !== "committed") continue;
      this.note(server, workspaceId, next.version, id);
    }
  }

  /** Compares workspaces that were last seen on another server with this one. */
  async compare(send: Send, server: string, workspaceIds: readonly string[]): Promise<void> {
    this.#enter(server);
    const before = this.#before;
    if (before === null) return;
    const open = workspaceIds.flatMap((workspaceId) => {
      const seen = before.get(workspaceId);
      return seen === undefined ? [] : [{ workspaceId, ...seen }];
    });
    if (open.length === 0) return;
    const rows = await send(this.#text, [
      open.map(({ workspaceId }) => workspaceId),
      open.map(({ version }) => version.toString()),
    ]);
    const found = new Map(rows.map((row) => [textAt(row, 0), row]));
    for (const { workspaceId, version, commitId } of open) {
      const [, head = null, id = null] = found.get(workspaceId) ?? [];
      // Ids are removed after a day. By then a standby has the commit.
      const differs = commitId !== null && id !== null && id !== commitId;
      if (BigInt(head ?? 0) < version || differs) this.#goneBack.add(workspaceId);
      else if (commitId !== null) this.note(server, workspaceId, version, commitId);
      before.delete(workspaceId);
    }
  }

  /**
   * Requires that every commit is based on a version seen on this server, or is there already.
   *
   * @throws ServerReplaced before anything was written.
   */
  async assertBased(send: Send, server: string, commits: readonly Commit[]): Promise<void> {
    await this.compare(
      send,
      server,
      commits.map(({ workspaceId }) => workspaceId),
    );
    if (commits.some(({ workspaceId }) => this.#goneBack.has(workspaceId))) {
      throw new ServerReplaced([]);
    }
    if (this.#before === null) return;
    const unknown = commits.filter(({ workspaceId, expectedVersion }) => {
      return expectedVersion > 0n && this.#here.get(workspaceId)?.version !== expectedVersion;
    });
    if (unknown.length === 0) return;
    const rows = await send(this.#text, [
      unknown.map(({ workspaceId }) => workspaceId),
      unknown.map(({ expectedVersion }) => (expectedVersion + 1n).toString()),
    ]);
    const ids = new Map(rows.map((row) => [textAt(row, 0), row[2]]));
    const stale = unknown.filter(({ workspaceId, id }) => ids.get(workspaceId) !== id);
    if (stale.length > 0) throw new ServerReplaced(stale);
  }

  #enter(server: string): void {
    if (server === this.#server) return;
    if (this.#server !== null) {
      this.#before = new Map([...(this.#before ?? []), ...this.#here]);
      forgetOldest(this.#before);
      this.#here = new Map();
    }
    this.#server = server;
  }
}

function forgetOldest(map: Map<string, Seen>): void {
  for (const workspaceId of map.keys()) {
    if (map.size <= workspacesKept) return;
    map.delete(workspaceId);
  }
}

/** Returns each workspace's version, and the id of the commit that made the asked version. */
export function basisText(schema: string): string {
  return `SELECT asked.workspace_id, heads.version::text, commits.id
  FROM unnest($1::text[], $2::bigint[]) AS asked (workspace_id, version)
  LEFT JOIN ${schema}.heads ON heads.workspace_id = asked.workspace_id
  LEFT JOIN ${schema}.commits ON commits.workspace_id = asked.workspace_id
    AND commits.version = asked.version`;
}
