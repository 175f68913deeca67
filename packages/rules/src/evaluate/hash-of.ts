import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

export type ValueHash = (value: string) => string;

const encoder = new TextEncoder();

/** SHA-256 of a group's value or a payee's id, shortened to 32 characters. */
export function hashOf(value: string): string {
  return bytesToHex(sha256(encoder.encode(value))).slice(0, 32);
}

const maximumRemembered = 1_000;

/** Caches the results for recent texts, because a spend uses the same text several times. */
export function remembering<Result>(create: (text: string) => Result): (text: string) => Result {
  const remembered = new Map<string, Result>();
  return (text) => {
    const known = remembered.get(text);
    if (known !== undefined) return known;
    if (remembered.size >= maximumRemembered) remembered.clear();
    const result = create(text);
    remembered.set(text, result);
    return result;
  };
}
