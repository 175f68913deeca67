import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** SHA-256 of a text's UTF-8 bytes, in lower-case hexadecimal. */
export type TextDigest = (text: string) => string;

/** What a platform may have beside the web's own: Node's modules, for whoever asks while it runs. */
interface Platform {
  readonly process?: { getBuiltinModule?(name: string): unknown };
}

/**
 * The digest of a platform, by its global object. Node's own takes a tenth of the time of one in
 * JavaScript; the web's has to be waited for, which a command cannot. Everywhere else it is
 * @noble/hashes.
 */
export function digestOn(platform: object): TextDigest {
  const { process } = platform as Platform;
  const { hash } = (process?.getBuiltinModule?.("node:crypto") ?? {}) as {
    hash?(algorithm: string, text: string, encoding: "hex"): string;
  };
  return hash === undefined ? digestAnywhere : (text) => hash("sha256", text, "hex");
}

/** SHA-256 of a text's UTF-8 bytes, in lower-case hexadecimal. */
export const sha256Hex: TextDigest = digestOn(globalThis);

// The library's own way to bytes makes an encoder and a copy for each text, and wipes both.
const encoder = new TextEncoder();

function digestAnywhere(text: string): string {
  return bytesToHex(sha256(encoder.encode(text)));
}
