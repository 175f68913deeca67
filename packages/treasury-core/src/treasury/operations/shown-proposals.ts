import type { Doc, DocPage, Storage, View } from "@agent-treasury/provider";
import { keyText } from "../../ledger/books.ts";
import type { DurableGroup } from "../../ledger/commit/workspace-books.ts";
import { asOf, holdsMoney, proposalFromDoc, statusOf } from "../proposals/proposal-record.ts";
import { type SpendProposal, maximumPending, proposalKind } from "../proposals/proposal.ts";

/** The number of entries in a workspace's state. */
export const entriesShown = 100;

const decidedShown = 100;
/** With more of them among the newest another page is read, which few workspaces ever need. */
const usuallyPending = 20;
const usualPage = decidedShown + 1 + usuallyPending;
const longestPage = decidedShown + 1 + maximumPending;

/** The proposals that a workspace's state shows, in that order. */
export interface ShownProposals {
  readonly shown: readonly SpendProposal[];
  /** The last of the decided ones, where there are more of them. */
  readonly lastDecided: SpendProposal | undefined;
}

/** Reads a workspace at one moment, with every proposal and entry that its state shows. */
export async function viewShown(storage: Storage, workspaceId: string): Promise<View> {
  const entryPage = { order: "newest", beyond: null, limit: entriesShown + 1 } as const;
  const newest = { kind: proposalKind, before: null };
  const view = await storage.view(workspaceId, { ...newest, limit: usualPage }, entryPage);
  if (hasEnough(view)) return view;
  const older = await storage.view(
    workspaceId,
    { kind: proposalKind, before: placeOfLast(view), limit: longestPage - usualPage },
    { ...entryPage, limit: 0 },
  );
  // The two are of one moment where nothing was committed between them.
  return older.head?.version === view.head?.version
    ? { ...view, docs: [...view.docs, ...older.docs] }
    : storage.view(workspaceId, { ...newest, limit: longestPage }, entryPage);
}

/**
 * A view from `viewShown` after a commit that was computed on it; null when the commit was computed on
 * another version of the workspace.
 */
export function viewAfter(view: View, { books, at }: DurableGroup): View | null {
  if (books.baseVersion !== (view.head?.version ?? 0n)) return null;
  if (!books.hasChanges) return { ...view, storageNow: at };
  const open = new Map(view.open.map((doc) => [keyText(doc), doc]));
  const listed = new Map(view.docs.map((doc) => [keyText(doc), doc]));
  const newest = view.docs[0]?.ordinal ?? 0n;
  for (const [key, doc] of books.put) {
    if (doc.open) open.set(key, doc);
    else open.delete(key);
    const isNew = doc.kind === proposalKind && (doc.ordinal ?? 0n) > newest;
    if (isNew || listed.has(key)) listed.set(key, doc);
  }
  return {
    head: books.next,
    open: [...open.values()],
    docs: [...listed.values()].toSorted(newestFirst),
    entries: [...books.entries.toReversed(), ...view.entries].slice(0, entriesShown + 1),
    storageNow: at,
  };
}

/** Ordinals of proposals go up across epochs. */
function newestFirst({ ordinal: left }: Doc, { ordinal: right }: Doc): number {
  return (left ?? 0n) < (right ?? 0n) ? 1 : -1;
}

function placeOfLast({ docs }: View): DocPage["before"] {
  const last = docs.at(-1);
  return last === undefined ? null : { epoch: last.epoch, ordinal: last.ordinal ?? 0n };
}

/** Whether the usual page has more decided proposals than are shown, or all that there are. */
function hasEnough({ head, docs }: View): boolean {
  if (docs.length < usualPage || docs.at(-1)?.epoch !== head?.epoch) return true;
  const pending = docs.filter((doc) => statusOf(doc) === "pending").length;
  return docs.length - pending > decidedShown;
}

/** Every pending proposal, then the newest decided ones, and older ones that hold money still. */
export function selectProposals(view: View, epoch: number): ShownProposals {
  const { storageNow } = view;
  const pending: Doc[] = [];
  const decided: Doc[] = [];
  for (const doc of proposalsOf(view, epoch)) {
    (isPending(doc, storageNow) ? pending : decided).push(doc);
  }
  const olderHeld = decided.slice(decidedShown).filter(holdsMoney);
  const shown = [...pending, ...decided.slice(0, decidedShown), ...olderHeld].map((doc) =>
    asOf(proposalFromDoc(doc), storageNow),
  );
  const hasMore = decided.length > decidedShown;
  return { shown, lastDecided: hasMore ? shown[pending.length + decidedShown - 1] : undefined };
}

/** The proposals of the page, then those that are open and older than all of the page. */
function proposalsOf({ open, docs }: View, epoch: number): readonly Doc[] {
  const page = docs.filter((doc) => doc.epoch === epoch);
  const oldest = page.at(-1)?.ordinal ?? 0n;
  const older = open.filter(
    (doc) => doc.kind === proposalKind && doc.epoch === epoch && (doc.ordinal ?? 0n) < oldest,
  );
  return [...page, ...older.toReversed()];
}

/** Without reading all of it: most of those on a page were decided. */
function isPending(doc: Doc, now: number): boolean {
  return statusOf(doc) === "pending" && (doc.dueAt === null || doc.dueAt > now);
}
