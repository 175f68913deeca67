import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

export type ValueHash = (value: string) => string;

const encoder = new TextEncoder();

/** SHA-256 of a group's value or a payee's id, shortened to 32 characters. */
export function hashOf(value: string): string {
  return bytesToHex(sha256(encoder.encode(value))).slice(0, 32);
}

const maximumRemembered = 1_000;

/** A spend uses the same value for several rules, before and during its evaluation. */
export function rememberedHash(): ValueHash {
  const remembered = new Map<string, string>();
  return (value) => {
    const known = remembered.get(value);
    if (known !== undefined) return known;
    if (remembered.size >= maximumRemembered) remembered.clear();
    const hash = hashOf(value);
    remembered.set(value, hash);
    return hash;
  };
}
