import { areEqual, type Bytes, concat, sha256 } from "./bytes.ts";

/** Hash of a leaf in a Merkle tree of RFC 9162. */
export function leafHash(data: Bytes): Promise<Bytes> {
  return sha256(concat(Uint8Array.of(0), data));
}

function nodeHash(left: Bytes, right: Bytes): Promise<Bytes> {
  return sha256(concat(Uint8Array.of(1), left, right));
}

/** Verifies that a leaf is in the tree (RFC 9162, 2.1.3.2). */
export async function isIncluded(
  leaf: Bytes,
  index: number,
  size: number,
  path: readonly Bytes[],
  root: Bytes,
): Promise<boolean> {
  if (!(index >= 0 && index < size)) return false;
  let [node, last] = [index, size - 1];
  let hash = leaf;
  for (const sibling of path) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      hash = await nodeHash(sibling, hash);
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)];
    } else hash = await nodeHash(hash, sibling);
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && areEqual(hash, root);
}

/** Verifies that a tree begins with another one (RFC 9162, 2.1.4.2). */
export async function isConsistent(
  older: { readonly size: number; readonly root: Bytes },
  newer: { readonly size: number; readonly root: Bytes },
  proof: readonly Bytes[],
): Promise<boolean> {
  if (older.size === newer.size) return proof.length === 0 && areEqual(older.root, newer.root);
  if (older.size < 1 || older.size > newer.size) return false;
  const isPower = Number.isInteger(Math.log2(older.size));
  const [first, ...path] = isPower ? [older.root, ...proof] : proof;
  if (first === undefined) return false;
  let [node, last] = [older.size - 1, newer.size - 1];
  while (node % 2 === 1) [node, last] = [half(node), half(last)];
  let [olderHash, newerHash] = [first, first];
  for (const sibling of path) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      olderHash = await nodeHash(sibling, olderHash);
      newerHash = await nodeHash(sibling, newerHash);
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)];
    } else newerHash = await nodeHash(newerHash, sibling);
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && areEqual(olderHash, older.root) && areEqual(newerHash, newer.root);
}

function half(value: number): number {
  return Math.floor(value / 2);
}
