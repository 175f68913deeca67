import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type { Base64Url, PasskeyAssertion, PasskeyAttestation } from "@agent-treasury/provider";
import { encodeCbor } from "./cbor.ts";

export interface SoftwareAuthenticatorOptions {
  /** The page's origin. */
  readonly origin: string;
  /** Whether the person was verified, for example by a fingerprint; true by default. */
  readonly verifiesUser?: boolean;
  /** Whether it counts its signatures; false by default, as of synced passkeys. */
  readonly counts?: boolean;
  /** Whether the page is embedded in one of another origin; false by default. */
  readonly isEmbedded?: boolean;
}

/** The part of a browser's options that the authenticator uses. */
export interface AssertionRequest {
  readonly challenge: Base64Url;
  readonly rpId: string;
}

export interface AttestationRequest {
  readonly challenge: Base64Url;
  readonly rp: { readonly id: string };
}

/** A browser and an authenticator with one passkey (ES256), for tests. */
export interface SoftwareAuthenticator {
  readonly credentialId: Base64Url;
  /** The result of `startRegistration`. */
  create(options: AttestationRequest): PasskeyAttestation;
  /** The result of `startAuthentication`. `like` replaces options for this signature. */
  get(
    options: AssertionRequest,
    like?: Partial<SoftwareAuthenticatorOptions> & { readonly counter?: number },
  ): PasskeyAssertion;
}

const userPresent = 0x01;
const userVerified = 0x04;
const hasPasskey = 0x40;

/**
 * Creates a passkey in software, which signs without asking a person.
 *
 * @example
 * const authenticator = softwareAuthenticator({ origin: "http://localhost:3000" });
 * const registration = authenticator.create(begun.options);
 */
export function softwareAuthenticator(
  options: SoftwareAuthenticatorOptions,
): SoftwareAuthenticator {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  const credentialId = id.toString("base64url");
  let signatures = 0;
  const authenticatorData = (
    rpId: string,
    { verifiesUser = true }: Partial<SoftwareAuthenticatorOptions>,
    counter: number,
    passkey: Buffer = Buffer.alloc(0),
  ): Buffer => {
    const flags = userPresent | (verifiesUser ? userVerified : 0) | (passkey.length && hasPasskey);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags]), count, passkey]);
  };
  return {
    credentialId,
    create: ({ challenge, rp }) => {
      const length = Buffer.from([0, id.length]);
      const passkey = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)]);
      const authData = authenticatorData(rp.id, options, 0, passkey);
      const attestation = encodeCbor([
        ["fmt", "none"],
        ["attStmt", []],
        ["authData", authData],
      ]);
      return {
        id: credentialId,
        rawId: credentialId,
        type: "public-key",
        response: {
          clientDataJSON: clientData("webauthn.create", challenge, options).toString("base64url"),
          attestationObject: attestation.toString("base64url"),
        },
      };
    },
    get: ({ challenge, rpId }, { counter, ...like } = {}) => {
      const used = { ...options, ...like };
      signatures += 1;
      const count = counter ?? (used.counts === true ? signatures : 0);
      const authData = authenticatorData(rpId, used, count);
      const data = clientData("webauthn.get", challenge, used);
      const signature = sign("sha256", Buffer.concat([authData, sha256(data)]), privateKey);
      return {
        id: credentialId,
        rawId: credentialId,
        type: "public-key",
        response: {
          clientDataJSON: data.toString("base64url"),
          authenticatorData: authData.toString("base64url"),
          signature: signature.toString("base64url"),
        },
      };
    },
  };
}

function clientData(
  type: "webauthn.create" | "webauthn.get",
  challenge: Base64Url,
  { origin, isEmbedded = false }: SoftwareAuthenticatorOptions,
): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: isEmbedded }));
}

/** ES256 on P-256, as RFC 9052 encodes it. */
function coseKey(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  return encodeCbor([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, "base64url")],
    [-3, Buffer.from(y, "base64url")],
  ]);
}

function sha256(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}
