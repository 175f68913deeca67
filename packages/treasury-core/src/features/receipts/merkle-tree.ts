import { type Doc, type Key, TreasuryError } from "@agent-treasury/provider";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { keptDoc } from "../../kernel/ledger/kept-doc.ts";

/** A tile has the hashes of 256 adjacent subtrees, each of 256^level leaves. Only the last can have fewer. */
const tileKind = "merkle_tile";
const tileWidth = 256;
const heightOfTile = 8;

/** Returns the hash of a complete subtree of 256^level leaves. */
export type HashAt = (level: number, index: number) => Uint8Array;

export function leafHash(entryHash: string): Uint8Array {
  return sha256(concatBytes(Uint8Array.of(0), hexToBytes(entryHash)));
}

function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(concatBytes(Uint8Array.of(1), left, right));
}

/** The Merkle Tree Hash of RFC 9162 over the leaves from `start` to before `end`. */
export function rootOf(hashAt: HashAt, end: number, start = 0): Uint8Array {
  const size = end - start;
  const height = Math.log2(size);
  if (Number.isInteger(height) && start % size === 0 && height % heightOfTile === 0) {
    return hashAt(height / heightOfTile, start / size);
  }
  const middle = start + splitOf(size);
  return nodeHash(rootOf(hashAt, middle, start), rootOf(hashAt, end, middle));
}

/** The inclusion proof of RFC 9162, from the leaf up. */
export function inclusionProof(
  hashAt: HashAt,
  index: number,
  end: number,
  start = 0,
): readonly Uint8Array[] {
  if (end - start === 1) return [];
  const middle = start + splitOf(end - start);
  return index < middle
    ? [...inclusionProof(hashAt, index, middle, start), rootOf(hashAt, end, middle)]
    : [...inclusionProof(hashAt, index, end, middle), rootOf(hashAt, middle, start)];
}

/** The consistency proof of RFC 9162 between the trees of `older` and `end` leaves. */
export function consistencyProof(
  hashAt: HashAt,
  older: number,
  end: number,
): readonly Uint8Array[] {
  return older === 0 || older === end ? [] : subproof(hashAt, older, end, 0, true);
}

function subproof(
  hashAt: HashAt,
  older: number,
  end: number,
  start: number,
  isWhole: boolean,
): readonly Uint8Array[] {
  if (older === end) return isWhole ? [] : [rootOf(hashAt, end, start)];
  const middle = start + splitOf(end - start);
  return older <= middle
    ? [...subproof(hashAt, older, middle, start, isWhole), rootOf(hashAt, end, middle)]
    : [...subproof(hashAt, older, end, middle, false), rootOf(hashAt, middle, start)];
}

/** The largest power of two below the size. */
function splitOf(size: number): number {
  return 2 ** Math.ceil(Math.log2(size) - 1);
}

/** Returns the tiles that a calculation reads. Its hashes do not matter. */
export function tilesOf(calculate: (hashAt: HashAt) => unknown): readonly Key[] {
  const keys = new Map<string, Key>();
  calculate((level, index) => {
    const key = tileKey(level, Math.floor(index / tileWidth));
    keys.set(key.id, key);
    return new Uint8Array(32);
  });
  return [...keys.values()];
}

function tileKey(level: number, index: number): Key {
  return { kind: tileKind, id: `${level}.${index}` };
}

/** Hashes of a tree, as far as its tiles are loaded. */
export class Tiles {
  readonly #hashes: Map<string, string> = new Map();
  readonly #changed: Set<string> = new Set();

  constructor(docs: readonly Doc[]) {
    this.add(docs);
  }

  readonly hashAt: HashAt = (level, index) => {
    const { id } = tileKey(level, Math.floor(index / tileWidth));
    const at = (index % tileWidth) * 64;
    const hash = (this.#hashes.get(id) ?? "").slice(at, at + 64);
    if (hash.length === 64) return hexToBytes(hash);
    throw new TreasuryError("storage_error", `The Merkle tree lacks a hash in its tile ${id}.`);
  };

  add(docs: readonly Doc[]): void {
    for (const { kind, id, body } of docs) {
      if (kind === tileKind && !this.#hashes.has(id)) this.#hashes.set(id, body as string);
    }
  }

  /** Adds the leaf at `index`, the first that the tree lacks. */
  append(index: number, hash: Uint8Array, level = 0): void {
    const { id } = tileKey(level, Math.floor(index / tileWidth));
    const place = index % tileWidth;
    // A longer tile is of an interrupted extension.
    const before = (this.#hashes.get(id) ?? "").slice(0, place * 64);
    this.#hashes.set(id, before + bytesToHex(hash));
    this.#changed.add(id);
    if (place < tileWidth - 1) return;
    const parent = Math.floor(index / tileWidth);
    const [start, middle, end] = [0, 0.5, 1].map((part) => (parent + part) * tileWidth) as [
      number,
      number,
      number,
    ];
    const ofLevel: HashAt = (_, at) => this.hashAt(level, at);
    const hashOfTile = nodeHash(rootOf(ofLevel, middle, start), rootOf(ofLevel, end, middle));
    this.append(parent, hashOfTile, level + 1);
  }

  /** The tiles that changed since the last call. */
  takeChanged(epoch: number): readonly Doc[] {
    const docs = [...this.#changed].map((id) =>
      keptDoc({ kind: tileKind, id }, epoch, this.#hashes.get(id) ?? ""),
    );
    this.#changed.clear();
    return docs;
  }
}

/** The tiles that an extension from `size` leaves changes first. */
export function edgeOf(size: number): readonly Key[] {
  const keys: Key[] = [];
  for (let level = 0, index = size; level < 6; level += 1, index = Math.floor(index / tileWidth)) {
    keys.push(tileKey(level, Math.floor(index / tileWidth)));
  }
  return keys;
}

/** Computes roots while leaves are added, in little memory. */
export class GrowingTree {
  /** Hashes of complete subtrees, the largest first. */
  readonly #subtrees: Uint8Array[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  append(leaf: Uint8Array): void {
    let hash = leaf;
    for (let size = this.#size; size % 2 === 1; size = Math.floor(size / 2)) {
      hash = nodeHash(this.#subtrees.pop() as Uint8Array, hash);
    }
    this.#subtrees.push(hash);
    this.#size += 1;
  }

  root(): Uint8Array {
    return this.#subtrees.reduceRight((right, left) => nodeHash(left, right));
  }
}
