import type { Inbox, ParsedInput } from "@agent-treasury/contract";
import type { Engine } from "../../kernel/engine.ts";
import { proposalKind } from "../../kernel/proposals/proposal.ts";
import { actionKind } from "../administration/index.ts";
import { loadEach } from "./load-each.ts";
import { type MaySee, type WorkspaceInbox, readWorkspaceInbox } from "./workspace-inbox.ts";
import { openWorkspacesFrom, readPosition } from "./workspace-page.ts";

const pendingKinds = [proposalKind, actionKind];
const mostWorkspaces = 200;
const workspacesAtFirst = 20;

/** Reads a page of what needs approval in the workspaces that the caller may read. */
export async function readInbox(
  engine: Engine,
  { cursor, limit }: ParsedInput<"readInbox">,
  maySee: MaySee,
): Promise<Inbox> {
  const position = readPosition(cursor);
  const page = await openWorkspacesFrom(engine.storage, position, mostWorkspaces, pendingKinds);
  const { ids, isLast } = page;
  const read: WorkspaceInbox[] = [];
  let items = 0;
  while (read.length < ids.length && items < limit) {
    const batch = ids.slice(read.length, read.length + nextBatch(read.length, items, limit));
    for (const inbox of await readBatch(engine, batch, maySee)) {
      read.push(inbox);
      items += inbox.proposals.length + inbox.actions.length;
      if (items >= limit) break;
    }
  }
  const isEnd = isLast && read.length === ids.length;
  return {
    proposals: sorted(
      read.flatMap(({ proposals }) => proposals),
      ({ createdAt }) => createdAt,
    ),
    actions: sorted(
      read.flatMap(({ actions }) => actions),
      ({ startedAt }) => startedAt,
    ),
    workspaces: read.flatMap(({ workspace }) => workspace ?? []),
    notDone: read.flatMap(({ workspaceId, problem }) =>
      problem === null ? [] : { workspaceId, problem },
    ),
    cursor: isEnd ? null : String(await page.positionAfter(read.length)),
  };
}

/** As many as the rest of the page needs, if they have as many items as those that were read. */
function nextBatch(read: number, items: number, limit: number): number {
  // Those that the caller may not read can be large.
  if (read === 0 || items < read) return workspacesAtFirst;
  return Math.ceil(((limit - items) * read) / items);
}

async function readBatch(
  engine: Engine,
  workspaceIds: readonly string[],
  maySee: MaySee,
): Promise<readonly WorkspaceInbox[]> {
  const loaded = await loadEach(engine.storage, workspaceIds);
  return Promise.all(loaded.map((each) => readWorkspaceInbox(engine, each, maySee)));
}

function sorted<Item>(items: readonly Item[], timeOf: (item: Item) => string): Item[] {
  return items.toSorted((left, right) => (timeOf(left) < timeOf(right) ? -1 : 1));
}
