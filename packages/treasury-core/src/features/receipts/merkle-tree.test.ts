import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { describe, expect, it } from "vitest";
import {
  consistencyProof,
  GrowingTree,
  type HashAt,
  inclusionProof,
  rootOf,
  Tiles,
  tilesOf,
} from "./merkle-tree.ts";

/** Test vectors of Certificate Transparency. */
const inputs = [
  "",
  "00",
  "10",
  "2021",
  "3031",
  "40414243",
  "5051525354555657",
  "606162636465666768696a6b6c6d6e6f",
];
const roots = [
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

function leafOf(data: Uint8Array): Uint8Array {
  return sha256(Uint8Array.of(0, ...data));
}

/** As RFC 9162 defines it. */
function naiveRoot(leaves: readonly Uint8Array[]): Uint8Array {
  const [first] = leaves;
  if (first === undefined || leaves.length === 1) return first ?? sha256(new Uint8Array());
  let middle = 1;
  while (middle * 2 < leaves.length) middle *= 2;
  const parts = [naiveRoot(leaves.slice(0, middle)), naiveRoot(leaves.slice(middle))];
  return sha256(Uint8Array.of(1, ...parts.flatMap((part) => [...part])));
}

function treeOf(leaves: readonly Uint8Array[]): Tiles {
  const tiles = new Tiles([]);
  for (const [index, leaf] of leaves.entries()) tiles.append(index, leaf);
  return tiles;
}

function leavesOf(count: number): readonly Uint8Array[] {
  return Array.from({ length: count }, (_, index) =>
    leafOf(Uint8Array.of(index >> 8, index & 255)),
  );
}

describe("the Merkle tree", () => {
  it("has the roots of the published vectors", () => {
    const leaves = inputs.map((input) => leafOf(hexToBytes(input)));
    const tiles = treeOf(leaves);
    const growing = new GrowingTree();
    for (const [index, root] of roots.entries()) {
      growing.append(leaves[index] as Uint8Array);
      expect(bytesToHex(rootOf(tiles.hashAt, index + 1))).toBe(root);
      expect(bytesToHex(growing.root())).toBe(root);
    }
  });

  it("has a known inclusion and consistency proof", () => {
    const tiles = treeOf(inputs.map((input) => leafOf(hexToBytes(input))));
    expect(inclusionProof(tiles.hashAt, 0, 8).map(bytesToHex)).toEqual([
      "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
      "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
      "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ]);
    expect(consistencyProof(tiles.hashAt, 6, 8).map(bytesToHex)).toEqual([
      "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
      "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
      "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ]);
  });

  it.each([255, 256, 257, 511, 512, 1_025])("has the root of %i leaves", (count) => {
    const leaves = leavesOf(count);
    expect(rootOf(treeOf(leaves).hashAt, count)).toEqual(naiveRoot(leaves));
  });

  it("reads few tiles, whatever its size", () => {
    const read = [10, 1_000, 1_000_000, 100_000_000].map(
      (size) => tilesOf((hashAt: HashAt) => inclusionProof(hashAt, size >> 1, size)).length,
    );
    expect(read).toEqual([1, 3, 5, 6]);
  });
});
