import * as z from "zod";
import { administrativeActionSchema } from "./actions.ts";
import { requestLimits } from "./defaults.ts";
import { filledText, time, workspaceId } from "./fields.ts";
import {
  newPasskeySchema,
  passkeyChallengeRequestSchema,
  passkeyChallengeSchema,
  passkeyRegistrationRequestSchema,
  passkeyRegistrationSchema,
} from "./passkey-ceremonies.ts";
import { passkeySignatureSchema } from "./passkey-signature.ts";
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
    call: "passkeys.list",
    method: "GET",
    path: "/treasury/passkeys",
    summary: "List the passkeys of approvers",
    description: "Returns the passkeys that approvers registered, without keys of invitations.",
    tag: "treasury",
    access: "authorize",
    input: workspaceRequestSchema,
    output: passkeyListSchema,
    errors: [],
  },
  invitePasskey: {
    call: "passkeys.invite",
    method: "POST",
    path: "/treasury/passkey-invitations",
    summary: "Invite a person to register a passkey",
    description:
      "Creates an invitation with which a person registers a passkey. It is an administrative action if rules require approvals.",
    tag: "treasury",
    access: "authorize",
    input: passkeyInvitationRequestSchema,
    output: passkeyInvitationSchema,
    errors: ["passkeys_not_connected", "passkey_limit_reached", "too_many_pending"],
  },
  beginPasskey: {
    call: "passkeys.begin",
    method: "POST",
    path: "/treasury/passkey-registrations",
    summary: "Begin the registration of a passkey",
    description: "Returns the options for the browser to create a passkey for an invitation.",
    tag: "treasury",
    access: "authorize",
    input: passkeyRegistrationRequestSchema,
    output: passkeyRegistrationSchema,
    repeats: "safe",
    errors: [
      "passkeys_not_connected",
      "passkey_invitation_invalid",
      "passkey_rejected",
      "passkey_limit_reached",
    ],
  },
  registerPasskey: {
    call: "passkeys.register",
    method: "POST",
    path: "/treasury/passkeys",
    summary: "Register a passkey",
    description: "Stores the public key that the browser created for an invitation.",
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
    call: "passkeys.challenge",
    method: "POST",
    path: "/treasury/passkey-challenges",
    summary: "Request a challenge to sign with a passkey",
    description: "Returns a challenge for one decision, which a passkey signs within 5 minutes.",
    tag: "treasury",
    access: "authorize",
    input: passkeyChallengeRequestSchema,
    output: passkeyChallengeSchema,
    repeats: "safe",
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
    call: "passkeys.remove",
    method: "POST",
    path: "/treasury/passkeys/{passkeyId}/remove",
    summary: "Remove a passkey",
    description:
      "Removes a passkey, so that it can sign nothing more. The change is an administrative action.",
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
