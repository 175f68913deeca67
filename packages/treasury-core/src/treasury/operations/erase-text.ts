import {
  type DocPage,
  type Entry,
  type EntryPage,
  type EntryRewrite,
  type Key,
  type Storage,
  TreasuryError,
} from "@agent-treasury/provider";
import { entryFromBody, hashEntry } from "../../ledger/chain.ts";
import { type Command, changesOn } from "../../ledger/command.ts";
import { keptDoc } from "../../ledger/kept-doc.ts";
import type { Operator } from "../../ledger/operator.ts";
import { timestamp } from "../../ledger/timestamp.ts";
import type { Engine } from "../engine.ts";
import { erasedDoc, erasedEntry } from "../proposals/erased-text.ts";
import { proposalKind } from "../proposals/proposal.ts";

/** Documents in a commit. */
const batchSize = 100;
/** Entries that are read, and rewritten, at a time. */
const pageSize = 500;
/** Documents of which the keys are in memory at a time. */
const mostFound = 20_000;
/** The last moment that there is: what was written by a clock that was ahead is there all the same. */
const endOfTime = 8_640_000_000_000_000;

/** What an erasure came to. */
export interface TextErasure extends ErasureCounts {
  readonly workspaceId: string;
  /** Of the audit record, a document of the kind `text_erasure`. */
  readonly auditId: string;
  /** ISO 8601, UTC: what is older lost its texts. */
  readonly before: string;
}

/**
 * Removes the free text of entries, closed proposals and late reversals that are older than `before`:
 * texts and salts go, the digests stay, and the chain holds as before. Turns of the agent that old go
 * altogether: one that waits cannot be resumed any more, and one that runs stops. It is written down
 * first who asked, so what broke off halfway shows; asking again finishes it.
 *
 * @param before milliseconds since 1970; null for everything that is there now, whatever its date.
 */
export async function eraseText(
  engine: Engine,
  workspaceId: string,
  operator: Operator,
  before: number | null,
): Promise<TextErasure> {
  const { storage, committer, identifiers } = engine;
  const [snapshot] = await storage.load([{ workspaceId, keys: [] }]);
  if (snapshot === undefined || snapshot.head === null) {
    throw new TreasuryError("invalid_request", `There is no workspace ${workspaceId}.`);
  }
  const erasure: Erasure = {
    auditId: identifiers.random(),
    operator,
    before: before ?? snapshot.storageNow,
  };
  const nothing = { entries: 0, documents: 0, kept: 0, turnRecords: 0 };
  await committer.run(workspaceId, recordErasure(erasure, nothing, false));
  const counts = await eraseAll(engine, workspaceId, before ?? endOfTime);
  await committer.run(workspaceId, recordErasure(erasure, counts, true));
  const { auditId } = erasure;
  return { workspaceId, auditId, before: timestamp(erasure.before), ...counts };
}

async function eraseAll(
  engine: Engine,
  workspaceId: string,
  before: number,
): Promise<ErasureCounts> {
  const { storage } = engine;
  const erased = await eraseDocuments(engine, workspaceId, before);
  const entries = await eraseEntries(engine, workspaceId, before);
  const turnRecords = (await storage.turnLog?.erase(workspaceId, before)) ?? 0;
  return { entries, ...erased, turnRecords };
}

async function eraseDocuments(
  { storage, committer }: Engine,
  workspaceId: string,
  before: number,
): Promise<Pick<ErasureCounts, "documents" | "kept">> {
  let documents = 0;
  for (;;) {
    const { keys, kept } = await findDocuments(storage, workspaceId, before);
    let taken = 0;
    for (let begin = 0; begin < keys.length; begin += batchSize) {
      const batch = keys.slice(begin, begin + batchSize);
      taken += await committer.run(workspaceId, eraseDocs(batch, before));
    }
    documents += taken;
    if (keys.length < mostFound || taken === 0) return { documents, kept };
  }
}

/**
 * What has texts to erase, as far as may be in memory, and how much of the rest keeps its own. Nothing
 * is written while the copy is open: on a pool of one connection that would wait for itself.
 */
async function findDocuments(
  storage: Storage,
  workspaceId: string,
  before: number,
): Promise<{ readonly keys: readonly Key[]; readonly kept: number }> {
  const keys: Key[] = [];
  let kept = 0;
  for await (const part of storage.copy(workspaceId)) {
    if (part.kind === "head") continue;
    if (part.kind === "entry" || keys.length === mostFound) break;
    const { kind } = erasedDoc(part.doc, before);
    if (kind === "waits") kept += 1;
    if (kind === "erased") keys.push({ kind: part.doc.kind, id: part.doc.id });
  }
  return { keys, kept };
}

async function eraseEntries(
  { storage }: Engine,
  workspaceId: string,
  before: number,
): Promise<number> {
  const none: DocPage = { kind: proposalKind, before: null, limit: 0 };
  let erased = 0;
  for (let beyond: bigint | null = null; ;) {
    const page: EntryPage = { order: "oldest", beyond, limit: pageSize };
    const { entries } = await storage.view(workspaceId, none, page);
    const rewrites = entries.flatMap((entry) => {
      const rewrite = erasedEntry(entry, before);
      return rewrite === null ? [] : [underSameHash(workspaceId, entry, rewrite)];
    });
    if (rewrites.length > 0) erased += await storage.rewriteEntries(workspaceId, rewrites);
    if (entries.length < pageSize) return erased;
    beyond = entries.at(-1)?.sequence ?? beyond;
  }
}

/** What somebody edited before is left for a verification to show, not covered up. */
function underSameHash(workspaceId: string, entry: Entry, rewrite: EntryRewrite): EntryRewrite {
  const { hash, ...chained } = entry;
  const record = entryFromBody(rewrite.body);
  if (hashEntry({ ...chained, workspaceId, record }) === hash) return rewrite;
  throw new TreasuryError(
    "storage_error",
    `Entry ${entry.sequence} does not recompute to its hash, so no text was erased from there on. Verify the workspace.`,
  );
}

/** Who had texts erased, and which. */
export interface Erasure {
  /** 128 random bits, the id of the audit record. */
  readonly auditId: string;
  readonly operator: Operator;
  /** Milliseconds since 1970; what is older loses its texts. */
  readonly before: number;
}

/** What was done until now; the audit record has it. */
interface ErasureCounts {
  readonly entries: number;
  readonly documents: number;
  /** Proposals that wait or are being paid, which keep their texts. */
  readonly kept: number;
  /** What turns of the agent had written down; a turn goes whole. */
  readonly turnRecords: number;
}

/** Writes down who has texts erased: `finished` false before the first, true after the last. */
function recordErasure(
  { auditId, operator, before }: Erasure,
  counts: ErasureCounts,
  finished: boolean,
): Command<null> {
  return {
    name: "record_erasure",
    reads: [],
    reduce: (books, now) => {
      const record = keptDoc({ kind: "text_erasure", id: auditId }, books.tip.epoch, {
        operator: operator.name,
        operatorVerified: operator.verified,
        before: timestamp(before),
        ...counts,
        finished,
        at: timestamp(now),
      });
      return { kind: "changed", answer: null, changes: changesOn(books, { put: [record] }) };
    },
  };
}

/** Takes the texts out of documents, as they are in the moment of the commit. */
function eraseDocs(keys: readonly Key[], before: number): Command<number> {
  return {
    name: "erase_documents",
    reads: keys,
    reduce: (books) => {
      const put = keys.flatMap((key) => {
        const doc = books.doc(key);
        const erased = doc && erasedDoc(doc, before);
        return erased?.kind === "erased" ? [erased.doc] : [];
      });
      if (put.length === 0) return { kind: "unchanged", answer: 0 };
      return { kind: "changed", answer: put.length, changes: changesOn(books, { put }) };
    },
  };
}
