import type { Doc, Storage, View } from "@agent-treasury/provider";
import type { WrittenSince } from "../ledger/commit/seen-view.ts";
import { keyText } from "../ledger/key-text.ts";
import { asOf, holdsMoney, proposalFromDoc, statusOf } from "../proposals/proposal-record.ts";
import { maximumPending, proposalKind } from "../proposals/proposal.ts";
import { placeOf, viewDocs } from "./doc-page.ts";

export const entriesShown = 100;

const decidedShown = 100;
/** With more pending proposals, a second page is read. */
const usuallyPending = 20;
const usualPage = decidedShown + 1 + usuallyPending;
const longestPage = decidedShown + 1 + maximumPending;

export interface ShownProposals {
  readonly shown: readonly Doc[];
  /** Undefined if there are no more proposals. */
  readonly lastDecided: Doc | undefined;
}

/** Reads every proposal and entry of a workspace's state. */
export async function viewShown(storage: Storage, workspaceId: string): Promise<View> {
  const entryPage = { order: "newest", beyond: null, limit: entriesShown + 1 } as const;
  const newest = { kind: proposalKind, before: null };
  const view = await storage.view(workspaceId, { ...newest, limit: usualPage }, entryPage);
  const last = view.docs.at(-1);
  if (last === undefined || hasEnough(view)) return view;
  const next = { kind: proposalKind, before: placeOf(last), limit: longestPage - usualPage };
  const older = await viewDocs(storage, workspaceId, next);
  // Consistent if no commit came between them.
  return older.head?.version === view.head?.version
    ? { ...view, docs: [...view.docs, ...older.docs] }
    : storage.view(workspaceId, { ...newest, limit: longestPage }, entryPage);
}

/** Applies what commits wrote, of which the first is based on the view's version. */
export function viewAfter(view: View, { head, docs, entries, at }: WrittenSince): View {
  // The last version of each document.
  const written = new Map(docs.map((doc) => [keyText(doc), doc]));
  const ids = new Set(docs.map(({ id }) => id));
  const newer = (doc: Doc): Doc | undefined =>
    ids.has(doc.id) ? written.get(keyText(doc)) : undefined;
  const newest = view.docs[0]?.ordinal ?? 0n;
  const added = [...written.values()].filter(
    ({ kind, ordinal }) => kind === proposalKind && (ordinal ?? 0n) > newest,
  );
  const open = new Map(view.open.map((doc) => [keyText(doc), doc]));
  for (const [key, doc] of written) {
    if (doc.open) open.set(key, doc);
    else open.delete(key);
  }
  return {
    head,
    open: [...open.values()],
    docs: [...added.toSorted(newestFirst), ...view.docs.map((doc) => newer(doc) ?? doc)].slice(
      0,
      longestPage,
    ),
    entries: [...entries.toReversed(), ...view.entries].slice(0, entriesShown + 1),
    storageNow: at,
  };
}

function newestFirst({ ordinal: left }: Doc, { ordinal: right }: Doc): number {
  return (left ?? 0n) < (right ?? 0n) ? 1 : -1;
}

function hasEnough({ head, docs }: View): boolean {
  if (docs.length < usualPage || docs.at(-1)?.epoch !== head?.epoch) return true;
  const pending = docs.filter((doc) => statusOf(doc) === "pending").length;
  return docs.length - pending > decidedShown;
}

/** Selects pending proposals, the newest decided ones, and older ones that hold money. */
export function selectProposals(view: View, epoch: number): ShownProposals {
  const { storageNow } = view;
  const pending: Doc[] = [];
  const decided: Doc[] = [];
  for (const doc of proposalsOf(view, epoch)) {
    (isPending(doc, storageNow) ? pending : decided).push(doc);
  }
  const olderHeld = decided.slice(decidedShown).filter(holdsMoney);
  const shown = [...pending, ...decided.slice(0, decidedShown), ...olderHeld];
  const hasMore = decided.length > decidedShown;
  return { shown, lastDecided: hasMore ? decided[decidedShown - 1] : undefined };
}

/** Adds open proposals older than the page. */
function proposalsOf({ open, docs }: View, epoch: number): readonly Doc[] {
  const page = docs.filter((doc) => doc.epoch === epoch);
  const oldest = page.at(-1)?.ordinal ?? 0n;
  const older = open.filter(
    (doc) => doc.kind === proposalKind && doc.epoch === epoch && (doc.ordinal ?? 0n) < oldest,
  );
  return [...page, ...older.toReversed()];
}

/** A proposal is also due at its reminder, so only then is its whole record read. */
export function isPending(doc: Doc, now: number): boolean {
  if (statusOf(doc) !== "pending") return false;
  if (doc.dueAt === null || doc.dueAt > now) return true;
  return asOf(proposalFromDoc(doc), now).status === "pending";
}
