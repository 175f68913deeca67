import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

// The library's own way to bytes makes an encoder and a copy for each text, and wipes both.
const encoder = new TextEncoder();

/** SHA-256 of a text's UTF-8 bytes, in lower-case hexadecimal. */
export function sha256Hex(text: string): string {
  return bytesToHex(sha256(encoder.encode(text)));
}
