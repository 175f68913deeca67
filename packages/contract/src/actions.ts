import * as z from "zod";
import { approvalProgressSchema } from "./approvals.ts";
import { requestLimits } from "./defaults.ts";
import { filledText, mustBe, text, time, workspaceId } from "./fields.ts";
import { passkeySignatureSchema } from "./passkey-signature.ts";
import { type RouteDeclarations, requestShape, responseShape } from "./shape.ts";
import { pageRequestSchema } from "./workspace.ts";

export const administrativeActionSchema = responseShape(
  "AdministrativeAction",
  "A change of rules, limits, credentials or a plugin, or a standing approval. It needs all approvals that the present rules require of any spend.",
  z.object({
    id: z.string().describe("Id, used to decide it."),
    workspaceId: z.string().describe("Workspace that it changes."),
    type: z
      .enum([
        "publish_rules",
        "set_budget",
        "set_allocation",
        "archive_allocation",
        "unfreeze",
        "issue_credential",
        "create_standing_approval",
        "add_payee",
        "invite_passkey",
        "remove_passkey",
        "plugin_action",
        "reset",
      ])
      .describe("What it does."),
    status: z
      .enum(["pending", "done", "denied"])
      .describe("`pending`: needs approval. `done` and `denied` are final."),
    details: z
      .record(z.string(), z.unknown())
      .describe("The new values, such as the rules to publish. Its fields depend on `type`."),
    startedBy: z.string().nullable().describe("Person who started it; null if unknown."),
    startedAt: time.describe("Time of the start. ISO 8601, UTC."),
    closedAt: time.nullable().describe("Time when it was done or denied. ISO 8601, UTC."),
    approvals: approvalProgressSchema.describe(
      "Approvals, with that of the person who started it.",
    ),
    result: z
      .string()
      .nullable()
      .describe(
        "For `publish_rules` that is done the digest of the publication; for `issue_credential`, `create_standing_approval`, `add_payee` and `remove_passkey` the id of the credential, standing approval, payee or passkey; otherwise null.",
      ),
  }),
);
export interface AdministrativeAction extends z.infer<typeof administrativeActionSchema> {}
export type AdministrativeActionType = AdministrativeAction["type"];

export const actionAnswerSchema = responseShape(
  "ActionAnswer",
  "Response of a change of rules or limits.",
  z.object({
    action: administrativeActionSchema.describe(
      "`done` if the change is in effect, `pending` if it needs more approvals.",
    ),
  }),
);
export interface ActionAnswer extends z.infer<typeof actionAnswerSchema> {}

export const actionPageSchema = responseShape(
  "ActionPage",
  "Response of `GET /treasury/actions`.",
  z.object({
    actions: z.array(administrativeActionSchema).describe("Administrative actions, newest first."),
    cursor: z.string().nullable().describe("Cursor of the next page; null on the last page."),
  }),
);
export interface ActionPage extends z.infer<typeof actionPageSchema> {}

export const actionDecisionSchema = requestShape(
  "ActionDecision",
  "Body of `POST /treasury/actions/{actionId}/decide`.",
  z.object({
    workspaceId,
    actionId: filledText(requestLimits.sessionIdCharacters).describe("Action to decide."),
    decision: z
      .enum(["approve", "deny"], { error: mustBe("`approve` or `deny`") })
      .describe("One denial denies. The person who started it may deny it to withdraw it."),
    operator: text(requestLimits.operatorCharacters)
      .optional()
      .describe("Name of the approver, recorded as unverified. Ignored where approvers sign in."),
    passkey: passkeySignatureSchema
      .optional()
      .describe("Signature with a passkey, with the intent `approve_action` or `deny_action`."),
  }),
);
export interface ActionDecision extends z.input<typeof actionDecisionSchema> {}

export const actionListRequestSchema = requestShape(
  "ActionListRequest",
  "Query of `GET /treasury/actions`.",
  z.object({
    ...pageRequestSchema.shape,
    status: z
      .enum(["pending", "done", "denied"], { error: mustBe("`pending`, `done` or `denied`") })
      .optional()
      .describe("Only actions with this status. A page may then have fewer items. Default: all."),
  }),
);
export interface ActionListRequest extends z.input<typeof actionListRequestSchema> {}

/** Errors that any change of rules or limits may return. */
export const actionErrors = ["too_many_pending", "rules_changed"] as const;

/** Administrative actions. */
export const actionRoutes = {
  listActions: {
    call: "actions.list",
    method: "GET",
    path: "/treasury/actions",
    summary: "List administrative actions",
    description:
      "Returns changes of a workspace that need approvals, such as a publication of rules or an unfreeze. `status` selects pending or finished ones.",
    tag: "treasury",
    access: "authorize",
    input: actionListRequestSchema,
    output: actionPageSchema,
    errors: [],
  },
  decideAction: {
    call: "actions.decide",
    method: "POST",
    path: "/treasury/actions/{actionId}/decide",
    summary: "Approve or deny an administrative action",
    description:
      "Records the caller's decision. The change is applied with the last approval that the present rules require. One denial ends it.",
    tag: "treasury",
    access: "authorize",
    input: actionDecisionSchema,
    output: actionAnswerSchema,
    idempotencyKey: true,
    errors: [
      "action_not_found",
      "already_decided",
      "allocation_not_found",
      "freeze_not_found",
      "credential_limit_reached",
      "standing_approval_limit_reached",
      "sign_in_not_connected",
      "passkeys_not_connected",
      "passkey_limit_reached",
      "passkey_not_found",
      "passkey_rejected",
      "passkey_needed",
      "document_limit_reached",
      "plugin_not_installed",
      "funds_held",
      ...actionErrors,
    ],
  },
} as const satisfies RouteDeclarations;
