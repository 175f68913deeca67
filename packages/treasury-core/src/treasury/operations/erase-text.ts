import { TreasuryError } from "../../errors.ts";
import { hashEntry } from "../../ledger/chain.ts";
import { entryFromBody } from "../../ledger/entry-record.ts";
import type { Operator } from "../../ledger/operator.ts";
import type { Entry, EntryRewrite, Key } from "../../ports/storage.ts";
import { timestamp } from "../../ports/timestamp.ts";
import {
  type Erasure,
  type ErasureCounts,
  eraseDocs,
  recordErasure,
} from "../commands/record-erasure.ts";
import type { Engine } from "../engine.ts";
import { erasedDoc, erasedEntry } from "../proposals/erased-text.ts";

const batchSize = 100;
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
  { storage, committer }: Engine,
  workspaceId: string,
  before: number,
): Promise<ErasureCounts> {
  const keys: Key[] = [];
  const rewrites: EntryRewrite[] = [];
  let [entries, documents, kept] = [0, 0, 0];
  const flushDocs = async (): Promise<void> => {
    if (keys.length > 0) {
      documents += await committer.run(workspaceId, eraseDocs(keys.splice(0), before));
    }
  };
  const flushEntries = async (): Promise<void> => {
    if (rewrites.length > 0) {
      entries += await storage.rewriteEntries(workspaceId, rewrites.splice(0));
    }
  };
  for await (const part of storage.copy(workspaceId)) {
    if (part.kind === "doc") {
      const { kind } = erasedDoc(part.doc, before);
      if (kind === "waits") kept += 1;
      if (kind === "erased") keys.push({ kind: part.doc.kind, id: part.doc.id });
      if (keys.length >= batchSize) await flushDocs();
    } else if (part.kind === "entry") {
      const rewrite = erasedEntry(part.entry, before);
      if (rewrite !== null) rewrites.push(underSameHash(workspaceId, part.entry, rewrite));
      if (rewrites.length >= batchSize) await flushEntries();
    }
  }
  await flushDocs();
  await flushEntries();
  const turnRecords = (await storage.turnLog?.erase(workspaceId, before)) ?? 0;
  return { entries, documents, kept, turnRecords };
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
