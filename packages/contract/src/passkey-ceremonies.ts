import * as z from "zod";
import { requestLimits } from "./defaults.ts";
import { amount, filledText, mustBe, text, time, workspaceId } from "./fields.ts";
import { passkeySignatureSchema } from "./passkey-signature.ts";
import { requestShape, responseShape } from "./shape.ts";
import { webAuthnText } from "./web-authn-text.ts";

export const passkeyChallengeRequestSchema = requestShape(
  "PasskeyChallengeRequest",
  "Body of `POST /treasury/passkey-challenges`.",
  z
    .object({
      workspaceId,
      intent: z
        .enum(
          [
            "approve_proposal",
            "deny_proposal",
            "approve_action",
            "deny_action",
            "add_passkey",
            "remove_passkey",
          ],
          {
            error: mustBe(
              "`approve_proposal`, `deny_proposal`, `approve_action`, `deny_action`, `add_passkey` or `remove_passkey`",
            ),
          },
        )
        .describe("What the signature will be for. It is valid for nothing else."),
      id: filledText(requestLimits.sessionIdCharacters)
        .optional()
        .describe(
          "Id of the proposal, the action or the passkey to remove. Not for `add_passkey`.",
        ),
      digest: text(requestLimits.sessionIdCharacters)
        .optional()
        .describe(
          "`digest` of the proposal that the approver saw. The request is rejected if it is another one.",
        ),
      approvedAmountUsd: amount
        .optional()
        .describe("The same as in the decision: only for approvals of a lower amount."),
    })
    .meta({
      if: { properties: { intent: { const: "add_passkey" } }, required: ["intent"] },
      // oxlint-disable-next-line unicorn/no-thenable -- A keyword of JSON Schema.
      then: { properties: { id: false } },
      else: { properties: { id: true }, required: ["id"] },
      dependentSchemas: {
        digest: { properties: { intent: { enum: ["approve_proposal", "deny_proposal"] } } },
        approvedAmountUsd: { properties: { intent: { const: "approve_proposal" } } },
      },
    }),
);
export interface PasskeyChallengeRequest extends z.input<typeof passkeyChallengeRequestSchema> {}

const transport = z.enum(["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"]);

const descriptors = z.array(
  z.object({
    id: z.string().describe("Credential id, base64url."),
    type: z.literal("public-key").describe("Kind of credential."),
    transports: z.array(transport).describe("How browsers reach it."),
  }),
);

export const passkeyChallengeSchema = responseShape(
  "PasskeyChallenge",
  "Response of `POST /treasury/passkey-challenges`.",
  z.object({
    nonce: z.string().describe("Names the challenge. Sent with the signature; valid once."),
    expiresAt: time.describe("Time until which it is valid: 5 minutes. ISO 8601, UTC."),
    options: z
      .object({
        challenge: z
          .string()
          .describe("SHA-256 of the decision, the person, the amount and the nonce, base64url."),
        rpId: z.string().describe("Domain of the passkeys."),
        timeout: z.number().int().describe("Milliseconds that the person has."),
        userVerification: z.literal("required").describe("The device verifies the person."),
        allowCredentials: descriptors.describe("Passkeys of the person."),
      })
      .describe("Options for `startAuthentication` of `@simplewebauthn/browser`."),
  }),
);
export interface PasskeyChallenge extends z.infer<typeof passkeyChallengeSchema> {}

export const passkeyRegistrationRequestSchema = requestShape(
  "PasskeyRegistrationRequest",
  "Body of `POST /treasury/passkey-registrations`. It has either `invitation` or `passkey`.",
  z.object({
    workspaceId,
    invitation: filledText(requestLimits.sessionIdCharacters)
      .optional()
      .describe("Token of an invitation for the person who is signed in."),
    passkey: passkeySignatureSchema
      .optional()
      .describe("Signature by another passkey of the person, with the intent `add_passkey`."),
  }),
);
export interface PasskeyRegistrationRequest extends z.input<
  typeof passkeyRegistrationRequestSchema
> {}

export const passkeyRegistrationSchema = responseShape(
  "PasskeyRegistration",
  "Response of `POST /treasury/passkey-registrations`.",
  z.object({
    nonce: z.string().describe("Names the registration. Sent with the new passkey; valid once."),
    expiresAt: time.describe("Time until which it is valid: 5 minutes. ISO 8601, UTC."),
    options: z
      .object({
        challenge: z.string().describe("Random bytes, base64url."),
        rp: z
          .object({
            id: z.string().describe("Domain of the passkeys."),
            name: z.string().describe("Name of the deployment."),
          })
          .describe("The deployment."),
        user: z
          .object({
            id: z.string().describe("Handle of the person, base64url."),
            name: z.string().describe("Id of the person."),
            displayName: z.string().describe("Name of the person."),
          })
          .describe("The person."),
        pubKeyCredParams: z
          .array(
            z.object({
              type: z.literal("public-key").describe("Kind of credential."),
              alg: z.number().int().describe("COSE algorithm."),
            }),
          )
          .describe("Accepted algorithms."),
        timeout: z.number().int().describe("Milliseconds that the person has."),
        excludeCredentials: descriptors.describe("Passkeys that the person has already."),
        authenticatorSelection: z
          .object({
            residentKey: z.literal("preferred").describe("Whether the device stores it."),
            userVerification: z.literal("required").describe("The device verifies the person."),
          })
          .describe("Requirements on the device."),
        attestation: z.literal("none").describe("The maker of the device is not asked for."),
      })
      .describe("Options for `startRegistration` of `@simplewebauthn/browser`."),
  }),
);
export interface PasskeyRegistration extends z.infer<typeof passkeyRegistrationSchema> {}

export const newPasskeySchema = requestShape(
  "NewPasskey",
  "Body of `POST /treasury/passkeys`.",
  z.object({
    workspaceId,
    nonce: filledText(requestLimits.sessionIdCharacters).describe("`nonce` of the registration."),
    name: filledText(requestLimits.agentNameCharacters).describe(
      "Name of the passkey, for example `Laptop`.",
    ),
    registration: z
      .object({
        id: webAuthnText("credentialId"),
        rawId: webAuthnText("credentialId"),
        type: z.literal("public-key").describe("Kind of credential."),
        response: z
          .object({
            clientDataJSON: webAuthnText("clientData"),
            attestationObject: webAuthnText("attestation"),
            transports: z.array(text(20)).max(10).optional().describe("Transports."),
          })
          .describe("The authenticator's response."),
      })
      .describe("Result of `startRegistration` of `@simplewebauthn/browser`."),
  }),
);
export interface NewPasskey extends z.input<typeof newPasskeySchema> {}
