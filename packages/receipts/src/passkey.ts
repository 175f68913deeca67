import {
  areEqual,
  type Bytes,
  base64UrlOf,
  concat,
  fromBase64Url,
  sha256,
  textOf,
  utf8,
} from "./bytes.ts";
import { readJson } from "./forms.ts";
import type { Claims } from "./sd-jwt.ts";

/** What a person signed with a passkey, and the evidence of it. */
export interface PasskeyProof {
  /** The JSON text that the challenge covers. */
  readonly signed: string;
  /** In COSE. */
  readonly publicKey: string;
  readonly clientDataJSON: string;
  readonly authenticatorData: string;
  readonly signature: string;
}

const userPresentAndVerified = 0x05;

/** Verifies an assertion of WebAuthn. Returns what is wrong with it; null for a valid one. */
export async function passkeyFlaw(proof: PasskeyProof): Promise<string | null> {
  const clientData = fromBase64Url(proof.clientDataJSON);
  const data = fromBase64Url(proof.authenticatorData);
  const { type, challenge, origin, crossOrigin } = readJson(textOf(clientData)) as Claims;
  const [, , rpId] = readJson(proof.signed) as readonly string[];
  if (rpId === undefined) return "names no domain";
  if (type !== "webauthn.get") return "is no assertion";
  if (challenge !== base64UrlOf(await sha256(utf8(proof.signed)))) return "is for something else";
  if (crossOrigin === true || !isUnder(rpId, origin)) return "is of another origin";
  if (!areEqual(data.slice(0, 32), await sha256(utf8(rpId)))) return "is of another domain";
  if (((data[32] ?? 0) & userPresentAndVerified) !== userPresentAndVerified) {
    return "does not state that the person was verified";
  }
  const signed = concat(data, await sha256(clientData));
  const isValid = await isSigned(proof.publicKey, fromBase64Url(proof.signature), signed);
  return isValid ? null : "does not match the public key";
}

function isUnder(rpId: string, origin: unknown): boolean {
  // As browsers write it. Parsers of addresses disagree about other forms.
  const hostname = /^https?:\/\/([a-z\d.-]+)(?::\d{1,5})?$/.exec(String(origin))?.[1] ?? "";
  return hostname === rpId || hostname.endsWith(`.${rpId}`);
}

async function isSigned(publicKey: string, signature: Bytes, signed: Bytes): Promise<boolean> {
  const cose = readCose(fromBase64Url(publicKey));
  const part = (label: number): string => base64UrlOf(cose.get(label) as Bytes);
  const { subtle } = crypto;
  switch (cose.get(3)) {
    case -7: {
      const jwk = { kty: "EC", crv: "P-256", x: part(-2), y: part(-3) };
      const curve = { name: "ECDSA", namedCurve: "P-256" };
      const key = await subtle.importKey("jwk", jwk, curve, false, ["verify"]);
      const how = { name: "ECDSA", hash: "SHA-256" };
      return subtle.verify(how, key, rawSignature(signature), signed);
    }
    case -8: {
      const jwk = { kty: "OKP", crv: "Ed25519", x: part(-2) };
      const key = await subtle.importKey("jwk", jwk, "Ed25519", false, ["verify"]);
      return subtle.verify("Ed25519", key, signature, signed);
    }
    case -257: {
      const jwk = { kty: "RSA", n: part(-1), e: part(-2) };
      const name = "RSASSA-PKCS1-v1_5";
      const how = { name, hash: "SHA-256" };
      const key = await subtle.importKey("jwk", jwk, how, false, ["verify"]);
      return subtle.verify(name, key, signature, signed);
    }
    default:
      return false;
  }
}

/** Converts the DER form of ECDSA to 64 bytes. @throws Error if it is malformed. */
function rawSignature(der: Bytes): Bytes {
  const middle = 4 + (der[3] ?? 0);
  const [first, second] = [der.slice(4, middle), der.slice(middle + 2)];
  const heads = [der[0], der[1], der[2], der[3], der[middle], der[middle + 1]];
  const expected = [0x30, der.length - 2, 2, first.length, 2, second.length];
  const isWhole = heads.every((byte, index) => byte === expected[index]);
  if (!isWhole) throw new Error("The signature of a passkey is malformed.");
  return concat(...[first, second].map(to32Bytes));
}

function to32Bytes(integer: Bytes): Bytes {
  const begin = integer.findIndex((byte) => byte !== 0);
  const digits = begin < 0 ? new Uint8Array() : integer.slice(begin);
  if (digits.length > 32) throw new Error("The signature of a passkey is malformed.");
  return concat(new Uint8Array(32 - digits.length), digits);
}

function numberOf(part: Bytes): number {
  return part.reduce((sum, byte) => sum * 256 + byte, 0);
}

/** Reads a map of integers and byte strings (CBOR). @throws Error for others. */
function readCose(bytes: Bytes): ReadonlyMap<unknown, number | Bytes> {
  let at = 0;
  const take = (size: number): Bytes => {
    at += size;
    if (at > bytes.length) throw new Error("The public key of a passkey is malformed.");
    return bytes.slice(at - size, at);
  };
  const head = (): readonly [type: number, size: number] => {
    const first = numberOf(take(1));
    const size = first & 31;
    if (size > 25) throw new Error("The public key of a passkey is malformed.");
    return [first >> 5, size < 24 ? size : numberOf(take(size - 23))];
  };
  const read = (): number | Bytes => {
    const [type, size] = head();
    switch (type) {
      case 0:
        return size;
      case 1:
        return -1 - size;
      case 2:
        return take(size);
      default:
        throw new Error("The public key of a passkey is malformed.");
    }
  };
  const [type, entries] = head();
  if (type !== 5) throw new Error("The public key of a passkey is malformed.");
  const pairs = Array.from({ length: entries }, (): [unknown, number | Bytes] => [read(), read()]);
  return new Map(pairs);
}
