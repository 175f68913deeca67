import {
  type DocPage,
  type Entry,
  type EntryPage,
  type EntryRewrite,
  type Key,
  TreasuryError,
} from "@agent-treasury/provider";
import type { DocumentKinds, Erasing } from "../../kernel/documents/document-kind.ts";
import type { Engine } from "../../kernel/engine.ts";
import { invalidRequest } from "../../kernel/errors.ts";
import { entryFromBody, hashEntry } from "../../kernel/ledger/chain.ts";
import { type Command, changed, unchanged } from "../../kernel/ledger/command.ts";
import { keptDoc } from "../../kernel/ledger/kept-doc.ts";
import type { Operator } from "../../kernel/ledger/operator.ts";
import { timestamp } from "../../kernel/ledger/timestamp.ts";
import {
  erasureKeyDoc,
  erasureKeyFrom,
  erasureKeyKey,
} from "../../kernel/proposals/erasure-key.ts";
import { proposalKind } from "../../kernel/proposals/proposal.ts";
import { erasedEntry } from "./erased-entry.ts";

const batchSize = 100;
const pageSize = 500;
/** Keys in memory at a time. */
const mostFound = 20_000;
/** The latest date, which includes records that a clock ahead of time wrote. */
const endOfTime = 8_640_000_000_000_000;

export interface TextErasure extends ErasureCounts {
  readonly workspaceId: string;
  /** Id of a `text_erasure` document. */
  readonly auditId: string;
  /** ISO 8601 in UTC. */
  readonly before: string;
}

/**
 * Erases free text older than `before` in entries, closed proposals and late reversals. Digests
 * remain, so the hash chain still verifies. Agent turns of that age are deleted: a paused turn
 * cannot resume, and a running turn stops. The request is recorded first, so an interrupted erasure
 * is visible. Repeat the call to finish it.
 *
 * @param before milliseconds since 1970; null for all current records.
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
    throw invalidRequest(`Workspace ${workspaceId} does not exist.`);
  }
  const erasure: Erasure = {
    auditId: identifiers.random(),
    operator,
    before: before ?? snapshot.storageNow,
  };
  const nothing = { entries: 0, documents: 0, kept: 0, turnRecords: 0 };
  await committer.run(workspaceId, createErasureKey(identifiers.random()));
  await committer.run(workspaceId, recordErasure(erasure, nothing, false));
  const { storageNow: now, head } = snapshot;
  const erasing = { before: before ?? endOfTime, key: "", now, epoch: head.epoch };
  const counts = await eraseAll(engine, workspaceId, erasing);
  await committer.run(workspaceId, recordErasure(erasure, counts, true));
  committer.forgetView(workspaceId);
  const { auditId } = erasure;
  return { workspaceId, auditId, before: timestamp(erasure.before), ...counts };
}

async function eraseAll(
  engine: Engine,
  workspaceId: string,
  erasing: Erasing,
): Promise<ErasureCounts> {
  const { storage } = engine;
  const { before } = erasing;
  const erased = await eraseDocuments(engine, workspaceId, erasing);
  const entries = await eraseEntries(engine, workspaceId, before);
  const turnRecords = (await storage.turnLog?.erase(workspaceId, before)) ?? 0;
  return { entries, ...erased, turnRecords };
}

async function eraseDocuments(
  engine: Engine,
  workspaceId: string,
  erasing: Erasing,
): Promise<Pick<ErasureCounts, "documents" | "kept">> {
  let documents = 0;
  for (;;) {
    const { keys, kept } = await findDocuments(engine, workspaceId, erasing);
    let taken = 0;
    for (let begin = 0; begin < keys.length; begin += batchSize) {
      const batch = keys.slice(begin, begin + batchSize);
      const command = eraseDocs(batch, erasing.before, engine.documents);
      taken += await engine.committer.run(workspaceId, command);
    }
    documents += taken;
    if (keys.length < mostFound || taken === 0) return { documents, kept };
  }
}

/**
 * Returns documents to erase, up to the memory limit, and counts those that retain text. Writing
 * while the copy is open would deadlock a pool of one connection.
 */
async function findDocuments(
  { storage, documents }: Engine,
  workspaceId: string,
  erasing: Erasing,
): Promise<{ readonly keys: readonly Key[]; readonly kept: number }> {
  const keys: Key[] = [];
  let kept = 0;
  for await (const part of storage.copy(workspaceId)) {
    if (part.kind === "head") continue;
    if (part.kind === "entry" || keys.length === mostFound) break;
    const erased = documents.erased(part.doc, erasing);
    if (erased === "waits") kept += 1;
    else if (erased !== null) keys.push({ kind: part.doc.kind, id: part.doc.id });
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

/** An erasure must not hide an earlier edit from verification. */
function underSameHash(workspaceId: string, entry: Entry, rewrite: EntryRewrite): EntryRewrite {
  const { hash, ...chained } = entry;
  const record = entryFromBody(rewrite.body);
  if (hashEntry({ ...chained, workspaceId, record }) === hash) return rewrite;
  throw new TreasuryError(
    "storage_error",
    `The hash of entry ${entry.sequence} does not match its content, so no text was erased from this entry on. Verify the workspace.`,
  );
}

export interface Erasure {
  /** 128 random bits. */
  readonly auditId: string;
  readonly operator: Operator;
  readonly before: number;
}

interface ErasureCounts {
  readonly entries: number;
  readonly documents: number;
  /** Proposals that are pending or being paid. */
  readonly kept: number;
  /** Records of deleted agent turns. */
  readonly turnRecords: number;
}

function createErasureKey(secret: string): Command<null> {
  return {
    name: "create_erasure_key",
    reads: [erasureKeyKey],
    reduce: (ledger) => {
      if (ledger.doc(erasureKeyKey) !== undefined) return unchanged(null);
      return changed(ledger, null, { put: [erasureKeyDoc(secret, ledger.head.epoch)] });
    },
  };
}

/** Records the erasure before and after it runs. */
function recordErasure(
  { auditId, operator, before }: Erasure,
  counts: ErasureCounts,
  finished: boolean,
): Command<null> {
  return {
    name: "record_erasure",
    reduce: (ledger, now) => {
      const record = keptDoc({ kind: "text_erasure", id: auditId }, ledger.head.epoch, {
        operator: operator.name,
        operatorVerified: operator.verified,
        before: timestamp(before),
        ...counts,
        finished,
        at: timestamp(now),
      });
      return changed(ledger, null, { put: [record] });
    },
  };
}

/** Uses the documents' state at the commit. */
function eraseDocs(
  keys: readonly Key[],
  before: number,
  documents: DocumentKinds,
): Command<number> {
  return {
    name: "erase_documents",
    reads: [...keys, ...keys.flatMap((key) => documents.erasedWith(key)), erasureKeyKey],
    reduce: (ledger, now) => {
      const secret = erasureKeyFrom(ledger.doc(erasureKeyKey)) ?? "";
      const erasing = { before, key: secret, now, epoch: ledger.head.epoch };
      const put = keys.flatMap((key) => {
        const doc = ledger.doc(key);
        const erased = doc === undefined ? null : documents.erased(doc, erasing);
        if (erased === null || erased === "waits") return [];
        const beside = documents.erasedWith(key).flatMap((one) => ledger.doc(one) ?? []);
        return [erased, ...beside.map((one) => documents.erasedBeside(one, erased))];
      });
      if (put.length === 0) return unchanged(0);
      return changed(ledger, put.length, { put });
    },
  };
}
