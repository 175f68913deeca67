import type {
  DocPage,
  EntryPage,
  Head,
  Key,
  LoadRequest,
  Snapshot,
  View,
} from "@agent-treasury/provider";
import { docFromRow, entryFromRow, headFromRow, keyOfRow, workspaceIdOfRow } from "./rows.ts";
import type { Statements } from "./statements.ts";

const encoder = new TextEncoder();

/** Beyond every stored ordinal, epoch and sequence. */
const highest = 2n ** 63n - 1n;
export const lowest: bigint = -(2n ** 63n);

export function loadSnapshot(
  statements: Statements,
  { workspaceId, keys }: LoadRequest,
  storageNow: number,
): Snapshot {
  const asked = [...new Map(keys.map((key) => [JSON.stringify([key.kind, key.id]), key])).values()];
  const found = asked
    .map((key) => statements.doc.get(workspaceId, key.kind, key.id))
    .filter((row) => row !== undefined);
  return {
    head: readHead(statements, workspaceId),
    open: statements.openDocs.all(workspaceId).map(docFromRow),
    found: found.map(docFromRow),
    claimed: asked.filter((key) => isClaimed(statements, workspaceId, key, storageNow)),
    storageNow,
  };
}

export function loadView(
  statements: Statements,
  workspaceId: string,
  docPage: DocPage,
  entryPage: EntryPage,
  storageNow: number,
): View {
  const { epoch, ordinal } = docPage.before ?? { epoch: highest, ordinal: highest };
  const docLimit = atLeastNone(docPage.limit);
  const entryLimit = atLeastNone(entryPage.limit);
  const entries =
    entryPage.order === "newest"
      ? statements.entriesBelow.all(workspaceId, entryPage.beyond ?? highest, entryLimit)
      : statements.entriesAbove.all(workspaceId, entryPage.beyond ?? lowest, entryLimit);
  const docs = statements.docsBefore
    .all(workspaceId, docPage.kind, epoch, ordinal, docLimit)
    .map(docFromRow);
  // Open documents are often on the page as well.
  const onPage = new Map(docs.filter(({ open }) => open).map((doc) => [keyText(doc), doc]));
  return {
    head: readHead(statements, workspaceId),
    open: statements.openDocs
      .all(workspaceId)
      .map((row) => onPage.get(keyText(keyOfRow(row))) ?? docFromRow(row)),
    docs,
    entries: entries.map(entryFromRow),
    storageNow,
  };
}

export function readWorkspaces(
  statements: Statements,
  after: string | null,
  limit: number,
): string[] {
  return statements.workspaces.all(after ?? "", atLeastNone(limit)).map(workspaceIdOfRow);
}

/** Reads a page for each kind and merges them. */
export function readWorkspacesWithOpen(
  statements: Statements,
  after: string | null,
  limit: number,
  kinds: readonly string[],
): string[] {
  const most = atLeastNone(limit);
  const pages = [...new Set(kinds)].flatMap((kind) =>
    statements.workspacesWithOpen.all(after ?? "", kind, most).map(workspaceIdOfRow),
  );
  return [...new Set(pages)].toSorted(compareText).slice(0, most);
}

/** The order of SQLite, which differs from that of code units beyond U+FFFF. */
export function compareText(left: string, right: string): number {
  const [one, other] = [encoder.encode(left), encoder.encode(right)];
  const at = one.findIndex((byte, index) => byte !== other[index]);
  return at < 0 ? one.length - other.length : (one[at] ?? 0) - (other[at] ?? -1);
}

export function isClaimed(
  statements: Statements,
  workspaceId: string,
  key: Key,
  now: number,
): boolean {
  return statements.claim.get(workspaceId, key.kind, key.id, now) !== undefined;
}

export function readHead(statements: Statements, workspaceId: string): Head | null {
  const row = statements.head.get(workspaceId);
  return row === undefined ? null : headFromRow(row);
}

/** SQLite treats a negative limit as no limit. */
export function atLeastNone(limit: number): number {
  return Math.max(0, limit);
}

function keyText({ kind, id }: Key): string {
  return `${kind}\n${id}`;
}
