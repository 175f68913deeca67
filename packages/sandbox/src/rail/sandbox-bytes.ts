const encoder = new TextEncoder();
const chunkBytes = 8_192;

export function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    text += String.fromCharCode(...bytes.subarray(start, start + chunkBytes));
  }
  return btoa(text);
}

/** @throws DOMException if the text is not Base64. */
export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** Encodes a header of x402: Base64 of JSON. */
export function toHeader(value: object): string {
  return toBase64(encoder.encode(JSON.stringify(value)));
}

/** Decodes a header of x402. Null if it is not Base64 of JSON. */
export function fromHeader(header: string | null | undefined): unknown {
  if (!header) return null;
  try {
    return JSON.parse(new TextDecoder().decode(fromBase64(header)));
  } catch {
    return null;
  }
}

/** SHA-256 as hexadecimal digits. */
export async function digestOf(text: string): Promise<string> {
  return toHex(await crypto.subtle.digest("SHA-256", encoder.encode(text)));
}

/** HMAC-SHA256 as hexadecimal digits. */
export async function macOf(text: string, secret: string): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, [
    "sign",
  ]);
  return toHex(await crypto.subtle.sign("HMAC", key, encoder.encode(text)));
}

function toHex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
