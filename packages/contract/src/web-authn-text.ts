import * as z from "zod";
import { mustBe } from "./fields.ts";

type WebAuthnField =
  | "credentialId"
  | "clientData"
  | "authenticatorData"
  | "signature"
  | "attestation";

/** Lengths in characters of base64url. */
const lengths: Readonly<Record<WebAuthnField, number>> = {
  /** 1,023 bytes, the limit of WebAuthn. */
  credentialId: 1_364,
  clientData: 4_096,
  authenticatorData: 2_048,
  signature: 2_048,
  attestation: 16_384,
};

const descriptions: Readonly<Record<WebAuthnField, string>> = {
  credentialId: "Credential id, base64url.",
  clientData: "What the browser signed for, base64url.",
  authenticatorData: "What the authenticator signed, base64url.",
  signature: "Signature, base64url.",
  attestation: "The new public key, base64url.",
};

/** A value of WebAuthn's JSON. */
export function webAuthnText(field: WebAuthnField): z.ZodString {
  const longest = lengths[field];
  return z
    .string({ error: mustBe("base64url") })
    .regex(/^[A-Za-z0-9_-]*$/, { error: "must be base64url" })
    .max(longest, { error: `must have at most ${longest} characters` })
    .describe(descriptions[field]);
}
