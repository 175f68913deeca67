import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** SHA-256 of the UTF-8 bytes, in lower-case hexadecimal. */
export type TextDigest = (text: string) => string;

/** Looked up at run time, because an import would fail on other platforms. */
interface Platform {
  readonly process?: { getBuiltinModule?(name: string): unknown };
}

interface NodeCrypto {
  hash(algorithm: string, text: string, encoding: "hex"): string;
  createHmac(
    algorithm: string,
    key: string,
  ): { update(text: string): { digest(encoding: "hex"): string } };
}

function nodeCryptoOn(platform: object): Partial<NodeCrypto> {
  const { process } = platform as Platform;
  return process?.getBuiltinModule?.("node:crypto") ?? {};
}

/**
 * Node's digest takes a tenth of the time of @noble/hashes. Web Crypto is asynchronous, but
 * reducers are synchronous.
 */
export function digestOn(platform: object): TextDigest {
  const { hash } = nodeCryptoOn(platform);
  return hash === undefined ? digestAnywhere : (text) => hash("sha256", text, "hex");
}

export const sha256Hex: TextDigest = digestOn(globalThis);

/** The same value as `hashOf` of `@agent-treasury/rules`, in less time on Node. */
export function hashOf(value: string): string {
  return sha256Hex(value).slice(0, 32);
}

/**
 * A salt of its own for each text of a record, so that a disclosed text does not help to guess the others.
 *
 * @returns 128 bits of the HMAC-SHA-256 of the field's name under the record's salt.
 */
export function saltOfField(salt: string, field: string): string {
  return keyedDigest(salt, field).slice(0, 32);
}

type KeyedDigest = (key: string, text: string) => string;

/** HMAC-SHA-256 in hexadecimal, by Node if available, as a digest is. */
export function keyedDigestOn(platform: object): KeyedDigest {
  const { createHmac } = nodeCryptoOn(platform);
  if (createHmac === undefined) return keyedDigestAnywhere;
  return (key, text) => createHmac("sha256", key).update(text).digest("hex");
}

const keyedDigest: KeyedDigest = keyedDigestOn(globalThis);

// Reused, because the library creates one per text.
const encoder = new TextEncoder();

function keyedDigestAnywhere(key: string, text: string): string {
  return bytesToHex(hmac(sha256, encoder.encode(key), encoder.encode(text)));
}

function digestAnywhere(text: string): string {
  return bytesToHex(sha256(encoder.encode(text)));
}
