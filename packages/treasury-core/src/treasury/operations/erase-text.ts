import {
  type Doc,
  type DocPage,
  type Entry,
  type EntryPage,
  type EntryRewrite,
  type JsonObject,
  type Key,
  type Storage,
  TreasuryError,
} from "@agent-treasury/provider";
import { entryFromBody, hashEntry } from "../../ledger/chain.ts";
import { type Command, changesOn } from "../../ledger/command.ts";
import { keptDoc } from "../../ledger/kept-doc.ts";
import type { Operator } from "../../ledger/operator.ts";
import { timestamp } from "../../ledger/timestamp.ts";
import { type ActionBody, actionKind, actionPayloadKind } from "../administration/action-record.ts";
import { erasedPayload } from "../administration/action-texts.ts";
import { evidenceKey, mapEvidence } from "../approvals/approval-evidence.ts";
import type { Engine } from "../engine.ts";
import { erasedApproval, erasedDoc, erasedEntry, type InEffect } from "../proposals/erased-text.ts";
import { erasureKeyDoc, erasureKeyFrom, erasureKeyKey } from "../proposals/erasure-key.ts";
import { proposalKind } from "../proposals/proposal.ts";
import { erasedQuote, quoteKey, quoteKind } from "../quotes/quote-doc.ts";
import { erasedResource, resourceKey, resourceKind } from "../resources/resource-doc.ts";

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
    throw new TreasuryError("invalid_request", `Workspace ${workspaceId} does not exist.`);
  }
  const erasure: Erasure = {
    auditId: identifiers.random(),
    operator,
    before: before ?? snapshot.storageNow,
  };
  const nothing = { entries: 0, documents: 0, kept: 0, turnRecords: 0 };
  await committer.run(workspaceId, createErasureKey(identifiers.random()));
  await committer.run(workspaceId, recordErasure(erasure, nothing, false));
  const present = { now: snapshot.storageNow, epoch: snapshot.head.epoch };
  const counts = await eraseAll(engine, workspaceId, before ?? endOfTime, present);
  await committer.run(workspaceId, recordErasure(erasure, counts, true));
  committer.forgetView(workspaceId);
  const { auditId } = erasure;
  return { workspaceId, auditId, before: timestamp(erasure.before), ...counts };
}

async function eraseAll(
  engine: Engine,
  workspaceId: string,
  before: number,
  present: InEffect,
): Promise<ErasureCounts> {
  const { storage } = engine;
  const erased = await eraseDocuments(engine, workspaceId, before, present);
  const entries = await eraseEntries(engine, workspaceId, before);
  const turnRecords = (await storage.turnLog?.erase(workspaceId, before)) ?? 0;
  return { entries, ...erased, turnRecords };
}

async function eraseDocuments(
  { storage, committer }: Engine,
  workspaceId: string,
  before: number,
  present: InEffect,
): Promise<Pick<ErasureCounts, "documents" | "kept">> {
  let documents = 0;
  for (;;) {
    const { keys, kept } = await findDocuments(storage, workspaceId, before, present);
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
 * Returns documents to erase, up to the memory limit, and counts those that retain text. Writing
 * while the copy is open would deadlock a pool of one connection.
 */
async function findDocuments(
  storage: Storage,
  workspaceId: string,
  before: number,
  present: InEffect,
): Promise<{ readonly keys: readonly Key[]; readonly kept: number }> {
  const keys: Key[] = [];
  let kept = 0;
  for await (const part of storage.copy(workspaceId)) {
    if (part.kind === "head") continue;
    if (part.kind === "entry" || keys.length === mostFound) break;
    const { kind } = erasedDoc(part.doc, before, "", present);
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
      if (ledger.doc(erasureKeyKey) !== undefined) return { kind: "unchanged", answer: null };
      const put = [erasureKeyDoc(secret, ledger.head.epoch)];
      return { kind: "changed", answer: null, changes: changesOn(ledger, { put }) };
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
    reads: [],
    reduce: (ledger, now) => {
      const record = keptDoc({ kind: "text_erasure", id: auditId }, ledger.head.epoch, {
        operator: operator.name,
        operatorVerified: operator.verified,
        before: timestamp(before),
        ...counts,
        finished,
        at: timestamp(now),
      });
      return { kind: "changed", answer: null, changes: changesOn(ledger, { put: [record] }) };
    },
  };
}

/** Uses the documents' state at the commit. */
function eraseDocs(keys: readonly Key[], before: number): Command<number> {
  return {
    name: "erase_documents",
    reads: [...keys, ...keys.flatMap(besideOf), erasureKeyKey],
    reduce: (ledger, now) => {
      const present = { now, epoch: ledger.head.epoch };
      const secret = erasureKeyFrom(ledger.doc(erasureKeyKey)) ?? "";
      const put = keys.flatMap((key) => {
        const doc = ledger.doc(key);
        const erased = doc && erasedDoc(doc, before, secret, present);
        if (erased?.kind !== "erased") return [];
        const beside = besideOf(key).flatMap((one) => ledger.doc(one) ?? []);
        return [erased.doc, ...beside.map((one) => erasedBeside(erased.doc, one))];
      });
      if (put.length === 0) return { kind: "unchanged", answer: 0 };
      return { kind: "changed", answer: put.length, changes: changesOn(ledger, { put }) };
    },
  };
}

/** Documents that are erased with another one, because they are needed while it is open. */
function besideOf({ kind, id }: Key): Key[] {
  if (kind === actionKind) return [{ kind: actionPayloadKind, id }];
  return kind === proposalKind ? [evidenceKey(id), quoteKey(id), resourceKey(id)] : [];
}

function erasedBeside({ kind, body }: Doc, beside: Doc): Doc {
  if (beside.kind === quoteKind) return erasedQuote(beside);
  if (beside.kind === resourceKind) return erasedResource(beside);
  if (kind !== actionKind) return mapEvidence(beside, erasedApproval);
  const { type } = body as unknown as ActionBody;
  return { ...beside, body: erasedPayload(type, beside.body as JsonObject) };
}
