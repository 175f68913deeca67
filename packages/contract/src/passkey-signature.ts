import { z } from "zod";
import { requestLimits } from "./defaults.ts";
import { filledText, mustBe } from "./fields.ts";
import { requestShape } from "./shape.ts";

/** Lengths in characters of base64url. */
const lengths = {
  /** 1,023 bytes, the limit of WebAuthn. */
  credentialId: 1_364,
  clientData: 4_096,
  authenticatorData: 2_048,
  signature: 2_048,
  attestation: 16_384,
} as const;

const descriptions: Readonly<Record<keyof typeof lengths, string>> = {
  credentialId: "Credential id, base64url.",
  clientData: "What the browser signed for, base64url.",
  authenticatorData: "What the authenticator signed, base64url.",
  signature: "Signature, base64url.",
  attestation: "The new public key, base64url.",
};

/** A value of WebAuthn's JSON. */
export function webAuthnText(field: keyof typeof lengths): z.ZodString {
  const longest = lengths[field];
  return z
    .string({ error: mustBe("base64url") })
    .regex(/^[A-Za-z0-9_-]*$/, { error: "must be base64url" })
    .max(longest, { error: `must have at most ${longest} characters` })
    .describe(descriptions[field]);
}

export const passkeySignatureSchema = requestShape(
  "PasskeySignature",
  "A challenge that the person signed with a passkey.",
  z.object({
    nonce: filledText(requestLimits.sessionIdCharacters).describe(
      "`nonce` of `POST /treasury/passkey-challenges`.",
    ),
    assertion: z
      .object({
        id: webAuthnText("credentialId"),
        rawId: webAuthnText("credentialId"),
        type: z.literal("public-key").describe("Kind of credential."),
        response: z
          .object({
            clientDataJSON: webAuthnText("clientData"),
            authenticatorData: webAuthnText("authenticatorData"),
            signature: webAuthnText("signature"),
          })
          .describe("The authenticator's response."),
      })
      .describe("Result of `startAuthentication` of `@simplewebauthn/browser`."),
  }),
);
export interface PasskeySignature extends z.input<typeof passkeySignatureSchema> {}
