import type { PasskeyChallenge, PasskeyRegistration } from "@agent-treasury/contract";
import type { Base64Url, PasskeyVerifier } from "@agent-treasury/provider";
import { toBase64Url } from "../../kernel/base64.ts";
import { sha256Hex } from "../../kernel/ledger/hash.ts";
import type { Person } from "../../kernel/ledger/person.ts";
import type { PasskeyRecord } from "./passkey-record.ts";

/** How long a challenge may be used. */
export const challengeLifeMs = 300_000;

type RequestOptions = PasskeyChallenge["options"];
type CreationOptions = PasskeyRegistration["options"];

export function requestOptions(
  { rpId }: PasskeyVerifier,
  challenge: Base64Url,
  own: readonly PasskeyRecord[],
): RequestOptions {
  return {
    challenge,
    rpId,
    timeout: challengeLifeMs,
    userVerification: "required",
    allowCredentials: own.map(descriptorOf),
  };
}

export function creationOptions(
  { rpId, rpName, algorithms }: PasskeyVerifier,
  workspaceId: string,
  { id, name }: Person,
  challenge: Base64Url,
  own: readonly PasskeyRecord[],
): CreationOptions {
  // The authenticator stores it. It names the person only to this service.
  const handle = base64UrlOfHex(sha256Hex(JSON.stringify([workspaceId, id])));
  return {
    challenge,
    rp: { id: rpId, name: rpName },
    user: { id: handle, name: id, displayName: name },
    pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
    timeout: challengeLifeMs,
    excludeCredentials: own.map(descriptorOf),
    authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
    attestation: "none",
  };
}

type Descriptor = RequestOptions["allowCredentials"][number];
type Transport = Descriptor["transports"][number];

const transports: readonly Transport[] = [
  "ble",
  "cable",
  "hybrid",
  "internal",
  "nfc",
  "smart-card",
  "usb",
];

function descriptorOf({ credentialId, transports: given }: PasskeyRecord): Descriptor {
  const known = transports.filter((transport) => given.includes(transport));
  return { id: credentialId, type: "public-key", transports: known };
}

export function base64UrlOfHex(hex: string): Base64Url {
  const bytes = hex.match(/../g) ?? [];
  return toBase64Url(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)));
}
