import type {
  Commit,
  CommitOutcome,
  DocPage,
  EntryPage,
  LoadRequest,
  Snapshot,
  View,
} from "@agent-treasury/provider";
import { onConnection } from "./ask.ts";
import { type SendCommits, commitTogether } from "./commit.ts";
import { type Connection, readOn } from "./connection.ts";
import { type Decide, commitAlone } from "./exclusive.ts";
import { loadStatement, snapshotsFromRows } from "./load.ts";
import { ServerReplaced, wentBack } from "./seen-versions.ts";
import { viewFromRows, viewValues } from "./view.ts";

// The calls of the port that read or write versions. Each compares the workspaces that were last
// seen on another server, and notes what it sees.

export async function loadSeen(
  connection: Connection,
  requests: readonly LoadRequest[],
  now: number | null,
): Promise<readonly Snapshot[]> {
  if (requests.length === 0) return [];
  const { seen, statements } = connection;
  const workspaceIds = requests.map(({ workspaceId }) => workspaceId);
  return readOn(connection, async (send, server) => {
    await seen.compare(send, server, workspaceIds);
    const rows = await send(...loadStatement(statements, requests, now));
    seen.noteRows(server, rows);
    return snapshotsFromRows(requests, rows);
  });
}

export async function viewSeen(
  connection: Connection,
  workspaceId: string,
  docPage: DocPage,
  entryPage: EntryPage,
  now: number | null,
): Promise<View> {
  const { seen, statements } = connection;
  const { order } = entryPage;
  const text = statements.view(order, Math.max(docPage.limit, entryPage.limit));
  return readOn(connection, async (send, server) => {
    await seen.compare(send, server, [workspaceId]);
    const rows = await send(text, viewValues(workspaceId, docPage, entryPage, now));
    seen.noteRows(server, rows);
    return viewFromRows(rows, order);
  });
}

/**
 * A commit whose base is on another server only is a `conflict`, so that the caller loads. If the
 * workspace went back, it is `rejected` with `storage_went_back`.
 */
export async function commitSeen(
  { held, statements, seen }: Connection,
  commits: readonly Commit[],
  now: () => number | null,
): Promise<readonly CommitOutcome[]> {
  const settled = new Map<Commit, CommitOutcome>();
  let open = commits;
  const send: SendCommits = (name, values) =>
    onConnection(held.pool, async (ask, server) => {
      await seen.assertBased(ask, server, open);
      noted = server;
      return ask(statements[name], values);
    });
  let noted = "";
  for (;;) {
    for (const commit of open) {
      if (seen.hasGoneBack(commit.workspaceId)) {
        settled.set(commit, { kind: "rejected", cause: wentBack() });
      }
    }
    open = open.filter((commit) => !settled.has(commit));
    if (open.length === 0) break;
    try {
      const outcomes = await commitTogether(send, open, now);
      seen.noteOutcomes(noted, open, outcomes);
      for (const [index, commit] of open.entries()) {
        const outcome = outcomes[index];
        if (outcome !== undefined) settled.set(commit, outcome);
      }
    } catch (error) {
      if (!(error instanceof ServerReplaced)) throw error;
      for (const commit of error.stale) settled.set(commit, { kind: "conflict" });
    }
  }
  return commits.map((commit) => settled.get(commit) ?? { kind: "unclear", cause: null });
}

export async function exclusiveSeen(
  { held, statements, seen }: Connection,
  request: LoadRequest,
  decide: Decide,
  now: () => number | null,
): Promise<CommitOutcome | null> {
  let on = "";
  let last: Commit | null = null;
  const outcome = await commitAlone(
    held.pool,
    statements,
    request,
    (snapshot) => {
      last = decide(snapshot);
      return last;
    },
    now,
    async (send, server) => {
      on = server;
      await seen.compare(send, server, [request.workspaceId]);
      if (seen.hasGoneBack(request.workspaceId)) throw wentBack();
    },
    (rows, server) => seen.noteRows(server, rows),
  );
  if (last !== null && outcome !== null) seen.noteOutcomes(on, [last], [outcome]);
  return outcome;
}
