import { type Doc, type Entry, type Key, TreasuryError } from "@agent-treasury/provider";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes } from "@noble/hashes/utils.js";
import { fromBase64, toBase64 } from "../../kernel/base64.ts";
import type { Engine } from "../../kernel/engine.ts";
import { invalidRequest } from "../../kernel/errors.ts";
import { entryFromBody } from "../../kernel/ledger/chain.ts";
import { changed, type Command, unchanged } from "../../kernel/ledger/command.ts";
import { keptDoc } from "../../kernel/ledger/kept-doc.ts";
import {
  checkpointFrom,
  checkpointKey,
  type CheckpointRecord,
  entriesKey,
} from "./checkpoint-record.ts";
import { consistencyProof, edgeOf, leafHash, rootOf, Tiles, tilesOf } from "./merkle-tree.ts";
import type { Signer, SigningKeys } from "./signing-keys.ts";

const entriesInPage = 500;
/** Bounds the memory and the commits of an extension. */
const entriesInCommit = 16_384;

/**
 * Adds the entries since the newest checkpoint to the tree, and signs it. A spend itself does not change
 * the tree, so that it costs the same with and without checkpoints.
 *
 * @returns null without entries.
 */
export async function makeCheckpoint(
  engine: Engine,
  keys: SigningKeys,
  workspaceId: string,
): Promise<CheckpointRecord | null> {
  const signer = await keys.signer("checkpoint");
  for (;;) {
    const known = checkpointFrom(await load(engine, workspaceId, [checkpointKey]));
    const entries = await readEntries(engine, workspaceId, known.size);
    const isSigned = known.note !== null && known.kid === signer.kid;
    if (entries.length === 0 && isSigned) return known;
    if (entries.length === 0 && known.size === 0) return null;
    const docs = await load(engine, workspaceId, [...edgeOf(known.size), ...indexKeys(entries)]);
    const tiles = new Tiles(docs);
    for (const { sequence, hash } of entries) tiles.append(Number(sequence) - 1, leafHash(hash));
    const size = known.size + entries.length;
    const isLast = entries.length < entriesInCommit;
    const note = isLast ? await signTree(engine, signer, workspaceId, size, tiles) : known.note;
    const at = isLast ? engine.clock.now() : known.at;
    const kid = isLast ? signer.kid : known.kid;
    const next: CheckpointRecord = { size, note, kid, at };
    const isWritten = await engine.committer.run(
      workspaceId,
      extension(known, next, tiles, indexDocs(entries, docs)),
    );
    if (isWritten && isLast) return next;
  }
}

/** Does nothing if another process extended the tree meanwhile. */
function extension(
  known: CheckpointRecord,
  next: CheckpointRecord,
  tiles: Tiles,
  index: readonly Doc[],
): Command<boolean> {
  const changedTiles = tiles.takeChanged(0);
  return {
    name: "make_checkpoint",
    reads: [checkpointKey],
    reduce: (ledger) => {
      const doc = ledger.doc(checkpointKey);
      if (checkpointFrom(doc === undefined ? [] : [doc]).size !== known.size) {
        return unchanged(false);
      }
      const { epoch } = ledger.head;
      const put = [
        ...changedTiles.map((tile) => ({ ...tile, epoch })),
        ...index,
        keptDoc(checkpointKey, epoch, { ...next }),
      ];
      return changed(ledger, true, { put });
    },
  };
}

async function readEntries(
  { storage }: Engine,
  workspaceId: string,
  size: number,
): Promise<readonly Entry[]> {
  const noDocs = { kind: "none", before: null, limit: 0 };
  const entries: Entry[] = [];
  while (entries.length < entriesInCommit) {
    const beyond = BigInt(size + entries.length);
    const limit = Math.min(entriesInPage, entriesInCommit - entries.length);
    const page = { order: "oldest", beyond, limit } as const;
    const read = (await storage.view(workspaceId, noDocs, page)).entries;
    for (const entry of read) {
      if (entry.sequence !== BigInt(size + entries.length) + 1n) {
        throw new TreasuryError("storage_error", `An entry before ${entry.sequence} is missing.`);
      }
      entries.push(entry);
    }
    if (read.length < limit) break;
  }
  return entries;
}

async function signTree(
  engine: Engine,
  { sign, jwk, deployment }: Signer,
  workspaceId: string,
  size: number,
  tiles: Tiles,
): Promise<string> {
  tiles.add(
    await load(
      engine,
      workspaceId,
      tilesOf((hashAt) => rootOf(hashAt, size)),
    ),
  );
  const root = rootOf(tiles.hashAt, size);
  const origin = `${deployment}/${workspaceId}`;
  const text = `${origin}\n${size}\n${toBase64(root)}\n`;
  const encoder = new TextEncoder();
  const publicKey = fromBase64(jwk.x);
  const id = sha256(concatBytes(encoder.encode(`${origin}\n`), Uint8Array.of(1), publicKey));
  const signature = await sign(encoder.encode(text));
  return `${text}\n— ${origin} ${toBase64(concatBytes(id.slice(0, 4), signature))}\n`;
}

function indexKeys(entries: readonly Entry[]): readonly Key[] {
  const ids = new Set(entries.flatMap((entry) => indexedProposal(entry) ?? []));
  return [...ids].map(entriesKey);
}

/** The proposal of a payment by the ledger names its entry itself, unless there are more. */
function indexedProposal({ body }: Entry): string | null {
  const { proposalId, reference, reversalOf } = entryFromBody(body);
  return reference === null && reversalOf === null ? null : proposalId;
}

function indexDocs(entries: readonly Entry[], known: readonly Doc[]): readonly Doc[] {
  const docs = new Map(
    known.flatMap((doc) => (doc.kind === entriesKey("").kind ? [[doc.id, doc]] : [])),
  );
  const added = new Map<string, Doc>();
  for (const entry of entries) {
    const id = indexedProposal(entry);
    if (id === null) continue;
    const before = sequencesIn(added.get(id) ?? docs.get(id));
    const sequences = [...new Set([...before, Number(entry.sequence)])];
    added.set(id, keptDoc(entriesKey(id), entry.epoch, sequences));
  }
  return [...added.values()];
}

export function sequencesIn(doc: Doc | undefined): readonly number[] {
  return (doc?.body ?? []) as readonly number[];
}

/** @returns documents in any order. */
export async function load(
  { storage }: Pick<Engine, "storage">,
  workspaceId: string,
  keys: readonly Key[],
): Promise<readonly Doc[]> {
  const [snapshot] = await storage.load([{ workspaceId, keys }]);
  return snapshot?.found ?? [];
}

/** Proves that the tree of `size` leaves extends that of `older`. */
export async function proveConsistency(
  engine: Engine,
  workspaceId: string,
  older: number,
  size: number,
): Promise<readonly string[]> {
  if (older > size) {
    const message = `The newest checkpoint has ${size} entries, so it cannot extend one of ${older}.`;
    throw invalidRequest(message);
  }
  const docs = await load(
    engine,
    workspaceId,
    tilesOf((hashAt) => consistencyProof(hashAt, older, size)),
  );
  return consistencyProof(new Tiles(docs).hashAt, older, size).map(bytesToHex);
}
