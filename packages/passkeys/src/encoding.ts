import type { Base64Url } from "@agent-treasury/provider";
import { isoBase64URL } from "@simplewebauthn/server/helpers";

export function toText(bytes: Uint8Array): Base64Url {
  return isoBase64URL.fromBuffer(new Uint8Array(bytes));
}

export function toBytes(text: Base64Url): Uint8Array<ArrayBuffer> {
  return isoBase64URL.toBuffer(text);
}
