import * as z from "zod";
import { administrativeActionSchema } from "./actions.ts";
import { requestLimits } from "./defaults.ts";
import {
  agentId,
  allocationId,
  filledLine,
  filledText,
  mustBe,
  time,
  workspaceId,
} from "./fields.ts";
import { type RouteDeclarations, requestShape, responseShape } from "./shape.ts";
import { pageRequestSchema } from "./workspace.ts";

export const agentCredentialSchema = responseShape(
  "AgentCredential",
  "A credential of an external agent, without its token. Times are ISO 8601, UTC.",
  z.object({
    id: z.string().describe("Credential id, used to revoke it."),
    workspaceId: z.string().describe("The only workspace in which it is valid."),
    agentId: z.string().describe("Id of the agent. Several credentials may have the same agent."),
    name: z.string().describe("Name of the agent, shown to approvers."),
    role: z
      .enum(["agent", "meter"])
      .describe(
        "`agent`: it proposes spends. `meter`: it holds the key of a provider, reports the costs of tabs, and can do nothing else.",
      ),
    ownerId: z.string().nullable().describe("Id of the person behind the agent; null if unknown."),
    owner: z.string().nullable().describe("Name of the person behind the agent; null if unknown."),
    allocationId: z
      .string()
      .nullable()
      .describe("Allocation of the agent's spends; null without one."),
    issuedAt: time.describe("Time of issue. ISO 8601, UTC."),
    issuedBy: z.string().nullable().describe("Person who issued it; null if unknown."),
    expiresAt: time
      .nullable()
      .describe("Time from which it is invalid. ISO 8601, UTC; null without expiry."),
    lastUsedAt: time
      .nullable()
      .describe("Time of a recent use, up to 10 minutes before the last. ISO 8601, UTC."),
    revokedAt: time
      .nullable()
      .describe("Time of revocation. ISO 8601, UTC; null if it is not revoked."),
    revokedBy: z
      .string()
      .nullable()
      .describe("Person who revoked it; null if it is not revoked, or the person is unknown."),
  }),
);
export interface AgentCredential extends z.infer<typeof agentCredentialSchema> {}

const longestLifeDays = 3_650;

export const credentialRequestSchema = requestShape(
  "CredentialRequest",
  "Body of `POST /treasury/credentials`.",
  z.object({
    workspaceId,
    agentId,
    name: filledLine(requestLimits.agentNameCharacters).describe(
      "Name of the agent, shown to approvers.",
    ),
    role: z
      .enum(["agent", "meter"], { error: mustBe("`agent` or `meter`") })
      .optional()
      .describe(
        "`meter` for a process that holds the key of a provider and reports the costs of tabs. Default: `agent`.",
      ),
    owner: filledLine(requestLimits.principalCharacters)
      .optional()
      .describe("Id of the person behind the agent. Default: the person who issues it."),
    allocationId: allocationId
      .optional()
      .describe("Allocation of all spends of the agent. Default: none."),
    expiresInDays: z
      .number({ error: mustBe("a number of days") })
      .positive({ error: "must be above zero" })
      .max(longestLifeDays, { error: `must be at most ${longestLifeDays}` })
      .optional()
      .describe("Days until it expires, up to 3650. Default: no expiry."),
  }),
);
export interface CredentialRequest extends z.input<typeof credentialRequestSchema> {}

export const issuedCredentialSchema = responseShape(
  "IssuedCredential",
  "Response of `POST /treasury/credentials`.",
  z.object({
    credential: agentCredentialSchema.describe("The new credential."),
    token: z
      .string()
      .describe(
        "Token of the agent, for `authorization: Bearer …`. No later response contains it, because only its digest is stored.",
      ),
    action: administrativeActionSchema
      .nullable()
      .describe(
        "Pending action: the token is valid once it is approved, and never if it is denied. Null if the token is valid already.",
      ),
  }),
);
export interface IssuedCredential extends z.infer<typeof issuedCredentialSchema> {}

export const credentialPageSchema = responseShape(
  "CredentialPage",
  "Response of `GET /treasury/credentials`.",
  z.object({
    credentials: z
      .array(agentCredentialSchema)
      .describe("Credentials, newest first, with expired and revoked ones."),
    cursor: z.string().nullable().describe("Cursor of the next page; null on the last page."),
  }),
);
export interface CredentialPage extends z.infer<typeof credentialPageSchema> {}

export const credentialRevocationSchema = requestShape(
  "CredentialRevocation",
  "Input of `POST /treasury/credentials/{credentialId}/revoke`.",
  z.object({
    workspaceId,
    credentialId: filledText(requestLimits.principalCharacters).describe("Credential to revoke."),
  }),
);
export interface CredentialRevocation extends z.input<typeof credentialRevocationSchema> {}

export const revokedCredentialSchema = responseShape(
  "RevokedCredential",
  "Response of `POST /treasury/credentials/{credentialId}/revoke`.",
  z.object({ credential: agentCredentialSchema.describe("The revoked credential.") }),
);
export interface RevokedCredential extends z.infer<typeof revokedCredentialSchema> {}

/** Credentials of external agents. */
export const credentialRoutes = {
  issueCredential: {
    call: "credentials.issue",
    method: "POST",
    path: "/treasury/credentials",
    summary: "Issue a credential to an external agent",
    description:
      "Creates a credential for an agent of a workspace. The response contains it once; only its hash is stored. The issue is an administrative action if rules require approvals.",
    tag: "treasury",
    access: "authorize",
    input: credentialRequestSchema,
    output: issuedCredentialSchema,
    errors: ["credential_limit_reached", "too_many_pending"],
  },
  listCredentials: {
    call: "credentials.list",
    method: "GET",
    path: "/treasury/credentials",
    summary: "List credentials of external agents",
    description: "Returns the credentials of the workspace without their secrets.",
    tag: "treasury",
    access: "authorize",
    input: pageRequestSchema,
    output: credentialPageSchema,
    errors: [],
  },
  revokeCredential: {
    call: "credentials.revoke",
    method: "POST",
    path: "/treasury/credentials/{credentialId}/revoke",
    summary: "Revoke a credential of an external agent",
    description: "Ends a credential at once. Requests and waits with it are refused from then on.",
    tag: "treasury",
    access: "authorize",
    input: credentialRevocationSchema,
    output: revokedCredentialSchema,
    repeats: "safe",
    errors: ["credential_not_found"],
  },
} as const satisfies RouteDeclarations;
