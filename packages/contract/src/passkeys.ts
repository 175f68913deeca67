import { z } from "zod";
import { administrativeActionSchema } from "./actions.ts";
import { requestLimits } from "./defaults.ts";
import { amount, filledText, mustBe, text, time, workspaceId } from "./fields.ts";
import { passkeySignatureSchema, webAuthnText } from "./passkey-signature.ts";
import { type RouteDeclarations, requestShape, responseShape } from "./shape.ts";
import { workspaceRequestSchema } from "./workspace.ts";

export const passkeySchema = responseShape(
  "Passkey",
  "A passkey of a person, with which approvals can be signed. Times are ISO 8601, UTC.",
  z.object({
    id: z.string().describe("SHA-256 of the credential id. Used to remove it."),
    workspaceId: z.string().describe("The only workspace in which it is valid."),
    personId: z.string().describe("Id of the person."),
    person: z.string().nullable().describe("Name of the person; null if erased."),
    name: z.string().describe("Name that the person gave it, for example `Laptop`."),
    addedAt: time.describe("Time of registration. ISO 8601, UTC."),
    lastUsedAt: time.nullable().describe("Time of the last signature. ISO 8601, UTC."),
    isSynced: z.boolean().describe("Whether it may be copied to other devices of the person."),
  }),
);
export interface Passkey extends z.infer<typeof passkeySchema> {}

export const passkeyListSchema = responseShape(
  "PasskeyList",
  "Response of `GET /treasury/passkeys`.",
  z.object({
    passkeys: z.array(passkeySchema).describe("All passkeys of the workspace, oldest first."),
  }),
);
export interface PasskeyList extends z.infer<typeof passkeyListSchema> {}

const person = filledText(requestLimits.principalCharacters);

export const passkeyInvitationRequestSchema = requestShape(
  "PasskeyInvitationRequest",
  "Body of `POST /treasury/passkey-invitations`.",
  z.object({
    workspaceId,
    personId: person.describe("Id of the person who may register a passkey."),
  }),
);
export interface PasskeyInvitationRequest extends z.input<typeof passkeyInvitationRequestSchema> {}

export const passkeyInvitationSchema = responseShape(
  "PasskeyInvitation",
  "Response of `POST /treasury/passkey-invitations`.",
  z.object({
    personId: z.string().describe("The invited person."),
    token: z
      .string()
      .describe(
        "Token of the invitation, valid once and for 24 hours. No later response contains it, because only its digest is stored.",
      ),
    action: administrativeActionSchema.describe(
      "`pending` if it needs more approvals: the 24 hours begin when it is `done`.",
    ),
  }),
);
export interface PasskeyInvitation extends z.infer<typeof passkeyInvitationSchema> {}

export const passkeyChallengeRequestSchema = requestShape(
  "PasskeyChallengeRequest",
  "Body of `POST /treasury/passkey-challenges`.",
  z.object({
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
      .describe("Id of the proposal, the action or the passkey to remove. Not for `add_passkey`."),
    digest: text(requestLimits.sessionIdCharacters)
      .optional()
      .describe(
        "`digest` of the proposal that the approver saw. The request is rejected if it is another one.",
      ),
    approvedAmountUsd: amount
      .optional()
      .describe("The same as in the decision: only for approvals of a lower amount."),
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
            transports: z.array(z.string().max(20)).max(10).optional().describe("Transports."),
          })
          .describe("The authenticator's response."),
      })
      .describe("Result of `startRegistration` of `@simplewebauthn/browser`."),
  }),
);
export interface NewPasskey extends z.input<typeof newPasskeySchema> {}

export const passkeyAnswerSchema = responseShape(
  "PasskeyAnswer",
  "Response of `POST /treasury/passkeys`.",
  z.object({ passkey: passkeySchema.describe("The new passkey.") }),
);
export interface PasskeyAnswer extends z.infer<typeof passkeyAnswerSchema> {}

export const passkeyRemovalSchema = requestShape(
  "PasskeyRemoval",
  "Input of `POST /treasury/passkeys/{passkeyId}/remove`.",
  z.object({
    workspaceId,
    passkeyId: filledText(requestLimits.principalCharacters).describe("Passkey to remove."),
    passkey: passkeySignatureSchema
      .optional()
      .describe(
        "Signature by a passkey of the same person, with the intent `remove_passkey`. Without it, two persons have to approve.",
      ),
  }),
);
export interface PasskeyRemoval extends z.input<typeof passkeyRemovalSchema> {}

export const removedPasskeySchema = responseShape(
  "RemovedPasskey",
  "Response of `POST /treasury/passkeys/{passkeyId}/remove`.",
  z.object({
    passkey: passkeySchema.describe("The passkey."),
    action: administrativeActionSchema
      .nullable()
      .describe("Pending action: the passkey is removed once it is approved. Null if removed."),
  }),
);
export interface RemovedPasskey extends z.infer<typeof removedPasskeySchema> {}

/** Passkeys of approvers. */
export const passkeyRoutes = {
  listPasskeys: {
    method: "GET",
    path: "/treasury/passkeys",
    summary: "List the passkeys of approvers",
    tag: "treasury",
    access: "authorize",
    input: workspaceRequestSchema,
    output: passkeyListSchema,
    errors: [],
  },
  invitePasskey: {
    method: "POST",
    path: "/treasury/passkey-invitations",
    summary: "Invite a person to register a passkey",
    tag: "treasury",
    access: "authorize",
    input: passkeyInvitationRequestSchema,
    output: passkeyInvitationSchema,
    errors: ["passkeys_not_connected", "passkey_limit_reached", "too_many_pending"],
  },
  beginPasskey: {
    method: "POST",
    path: "/treasury/passkey-registrations",
    summary: "Begin the registration of a passkey",
    tag: "treasury",
    access: "authorize",
    input: passkeyRegistrationRequestSchema,
    output: passkeyRegistrationSchema,
    errors: [
      "passkeys_not_connected",
      "passkey_invitation_invalid",
      "passkey_rejected",
      "passkey_limit_reached",
    ],
  },
  registerPasskey: {
    method: "POST",
    path: "/treasury/passkeys",
    summary: "Register a passkey",
    tag: "treasury",
    access: "authorize",
    input: newPasskeySchema,
    output: passkeyAnswerSchema,
    errors: [
      "passkeys_not_connected",
      "passkey_invitation_invalid",
      "passkey_rejected",
      "passkey_limit_reached",
    ],
  },
  challengePasskey: {
    method: "POST",
    path: "/treasury/passkey-challenges",
    summary: "Request a challenge to sign with a passkey",
    tag: "treasury",
    access: "authorize",
    input: passkeyChallengeRequestSchema,
    output: passkeyChallengeSchema,
    errors: [
      "passkeys_not_connected",
      "passkey_not_found",
      "proposal_not_found",
      "proposal_changed",
      "action_not_found",
      "already_decided",
      "proposal_expired",
    ],
  },
  removePasskey: {
    method: "POST",
    path: "/treasury/passkeys/{passkeyId}/remove",
    summary: "Remove a passkey",
    tag: "treasury",
    access: "authorize",
    input: passkeyRemovalSchema,
    output: removedPasskeySchema,
    errors: [
      "passkeys_not_connected",
      "passkey_not_found",
      "passkey_rejected",
      "passkey_needed",
      "too_many_pending",
    ],
  },
} as const satisfies RouteDeclarations;
