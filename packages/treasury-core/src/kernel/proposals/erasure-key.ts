import type { Doc, Key } from "@agent-treasury/provider";
import { sha256Hex } from "../ledger/hash.ts";
import { keptDoc } from "../ledger/kept-doc.ts";

/** A random key of the workspace. Without it, hashes of erased names cannot be compared with names. */
export const erasureKeyKey: Key = { kind: "erasure_key", id: "names" };

/** @param secret 128 random bits. */
export function erasureKeyDoc(secret: string, epoch: number): Doc {
  return keptDoc(erasureKeyKey, epoch, secret);
}

export function erasureKeyFrom(doc: Doc | undefined): string | null {
  return doc === undefined ? null : (doc.body as string);
}

/** Hash of a payee or category whose text is erased, so that equal names remain equal. */
export function erasedName(key: string, field: "payee" | "category", value: string): string {
  return sha256Hex(JSON.stringify([field, key, value])).slice(0, 32);
}
