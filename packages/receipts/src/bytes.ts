const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Bytes that WebCrypto accepts. */
export type Bytes = Uint8Array<ArrayBuffer>;

export function utf8(text: string): Bytes {
  return encoder.encode(text);
}

/** @throws TypeError for bytes that are not UTF-8. */
export function textOf(bytes: Bytes): string {
  return decoder.decode(bytes);
}

export async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

export async function sha256Hex(text: string): Promise<string> {
  return hexOf(await sha256(utf8(text)));
}

export function concat(...parts: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @throws Error unless the text is a SHA-256 in lower-case hexadecimal digits. */
export function hashFrom(hex: unknown): Bytes {
  if (typeof hex !== "string" || !/^[\da-f]{64}$/.test(hex))
    throw new Error("A hash is malformed.");
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function base64Of(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** @throws Error unless the text is the only base64 form of its bytes, with padding. */
export function fromBase64(text: string): Bytes {
  const characters = atob(text);
  if (btoa(characters) !== text) throw new Error("The base64 is not canonical.");
  // Much faster than with an iterator.
  const bytes = new Uint8Array(characters.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = characters.charCodeAt(at);
  return bytes;
}

export function base64UrlOf(bytes: Uint8Array): string {
  return base64Of(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @throws Error unless the text is the only base64url form of its bytes, without padding. */
export function fromBase64Url(text: unknown): Bytes {
  if (typeof text !== "string" || !/^[\w-]*$/.test(text))
    throw new Error("The base64url is malformed.");
  const padded = text.replaceAll("-", "+").replaceAll("_", "/");
  return fromBase64(padded.padEnd(Math.ceil(padded.length / 4) * 4, "="));
}

export function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
