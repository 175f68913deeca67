import { TreasuryError } from "@agent-treasury/provider";
import { fromBase64, toBase64 } from "./base64.ts";

/** Encrypts secrets for storage, with AES-256-GCM. */
export interface KeyRing {
  /** @param context where the text belongs. It can be decrypted in this context only. */
  encrypt(text: string, context: string): Promise<string>;
  /** @throws Error if no key of the ring encrypted it, or if it was changed. */
  decrypt(encrypted: string, context: string): Promise<string>;
  /** Whether the first key encrypted it. */
  isCurrent(encrypted: string): Promise<boolean>;
  /** Whether the ring has a key to replace. */
  readonly hasOldKeys: boolean;
}

interface RingKey {
  readonly id: string;
  readonly key: Awaited<ReturnType<typeof crypto.subtle.importKey>>;
}

const keyBytes = 32;
const nonceBytes = 12;
const keyIdBytes = 4;

/**
 * Reads keys of 32 bytes in base64, separated by commas. The first one encrypts, and all of them
 * decrypt, so that a key can be replaced.
 *
 * @throws TreasuryError `invalid_request`.
 */
export function keyRing(keys: string): KeyRing {
  const read = keys.split(",").map((text) => readKey(text.trim()));
  let imported: Promise<readonly RingKey[]> | null = null;
  const ring = (): Promise<readonly RingKey[]> => (imported ??= Promise.all(read.map(importKey)));
  return {
    encrypt: async (text, context) => {
      const [first] = await ring();
      if (first === undefined) throw new Error("The key ring is empty.");
      const iv = crypto.getRandomValues(new Uint8Array(nonceBytes));
      const data = await crypto.subtle.encrypt(cipher(iv, context), first.key, utf8(text));
      return [first.id, toBase64(iv), toBase64(new Uint8Array(data))].join(".");
    },
    isCurrent: async (encrypted) => encrypted.split(".")[0] === (await ring())[0]?.id,
    hasOldKeys: read.length > 1,
    decrypt: async (encrypted, context) => {
      const [id, iv = "", data = ""] = encrypted.split(".");
      const key = (await ring()).find((candidate) => candidate.id === id)?.key;
      if (key === undefined) throw new Error(`The encryption key ${id} is not configured.`);
      const how = cipher(fromBase64(iv), context);
      return new TextDecoder().decode(await crypto.subtle.decrypt(how, key, fromBase64(data)));
    },
  };
}

function readKey(text: string): Uint8Array<ArrayBuffer> {
  if (/^[A-Za-z0-9+/]{43}=$/.test(text)) return fromBase64(text);
  const message = `An encryption key is not ${keyBytes} bytes in base64.`;
  throw new TreasuryError("invalid_request", message);
}

async function importKey(bytes: Uint8Array<ArrayBuffer>): Promise<RingKey> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const id = [...digest.subarray(0, keyIdBytes)]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
  const key = await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
  return { id, key };
}

function cipher(iv: Uint8Array<ArrayBuffer>, context: string) {
  return { name: "AES-GCM", iv, additionalData: utf8(context) };
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
