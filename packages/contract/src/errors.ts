import { type ErrorDefinition, retryLater } from "./error-definition.ts";
import { serverErrors } from "./server-errors.ts";

export type { ErrorDefinition } from "./error-definition.ts";

const catalogue = {
  invalid_json: {
    status: 400,
    when: "The body is not a JSON object in UTF-8, or it ended early.",
    remedy: "Send a JSON object as the request body.",
  },
  invalid_request: {
    status: 400,
    when: "A value is missing or invalid. The message names it.",
    remedy: "Correct the named value and try again.",
  },
  payments_not_connected: {
    status: 400,
    when: "No payment processor is connected.",
    remedy:
      "Pass `payments` to `createTreasury`, set STRIPE_SECRET_KEY, or TREASURY_SANDBOX=on for test money.",
  },
  outbound_not_connected: {
    status: 400,
    when: "A plugin or payment executor has to send a request, and `outbound` is not set.",
    remedy: "Pass `outbound` to `createTreasury`.",
  },
  paid_fetch_not_connected: {
    status: 400,
    when: "Requests to sellers are not enabled.",
    remedy: "Pass `paidFetch` to `createTreasury`, with the origins that may be requested.",
  },
  passkeys_not_connected: {
    status: 400,
    when: "Passkeys are not set up.",
    remedy: "Pass `passkeys` to `createTreasury`.",
  },
  sign_in_not_connected: {
    status: 400,
    when: "Rules need sign-in, and the deployment has none.",
    remedy: "Pass `authenticate` to `createTreasury`, or set TREASURY_OPERATORS.",
  },
  machines_not_connected: {
    status: 400,
    when: "No machine host is connected.",
    remedy: "Pass `machines` to `createTreasury`, or set HOST_API_TOKEN or TREASURY_DOCKER_SOCKET.",
  },
  webhook_signature_invalid: {
    status: 400,
    when: "The delivery is not signed with this endpoint's secret, or is older than 5 minutes.",
    remedy: "Set STRIPE_WEBHOOK_SECRET to the signing secret of this endpoint.",
  },
  webhook_mode_mismatch: {
    status: 400,
    when: "A live event arrived at a service with a test key, or a test event at one with a live key.",
    remedy: "Send each event to a service whose key has the same mode.",
  },
  unauthenticated: {
    status: 401,
    when: "The request has no credential, or one that could not be verified.",
    remedy: "Sign in, or send a valid credential with the request.",
  },
  forbidden: {
    status: 403,
    when: "`authorize` or `authorizePlugins` rejected the request, an external agent called an operation for people or named another workspace, or an anonymous caller tried to reset live money.",
    remedy: "Ask a person who may do it, or the administrator of this deployment for permission.",
  },
  origin_not_allowed: {
    status: 403,
    when: "A page of another origin sent the request.",
    remedy:
      "Add the page's origin to `allowedOrigins` or TREASURY_ALLOWED_ORIGINS, or call from the origin of `baseUrl`.",
  },
  host_not_allowed: {
    status: 403,
    when: "The `Host` header is not a host of this service.",
    remedy: "Add the host to `allowedHosts`, or use the host of `baseUrl`.",
  },
  paid_origin_not_listed: {
    status: 403,
    when: "The address is not https, or its origin is not one that the deployment lists. Nothing was sent.",
    remedy: "Use another address, or ask the administrator to add its origin to `paidFetch`.",
  },
  deposit_belongs_elsewhere: {
    status: 403,
    when: "Another workspace or service opened the checkout.",
    remedy: "Confirm the deposit in the workspace that started it.",
  },
  passkey_invitation_invalid: {
    status: 403,
    when: "The invitation is unknown, expired or used, or for another person.",
    remedy: "Ask an approver for a new invitation.",
  },
  passkey_rejected: {
    status: 403,
    when: "The signature or the new passkey does not verify, or its challenge is expired, used, or for something else.",
    remedy: "Request a new challenge, and sign it with a passkey of the person who is signed in.",
  },
  credential_not_found: {
    status: 404,
    when: "The credential does not exist in this workspace.",
    remedy: "List the credentials and use one of their ids.",
  },
  endpoint_not_found: {
    status: 404,
    when: "The webhook endpoint does not exist in this workspace.",
    remedy: "List the endpoints and use one of their ids.",
  },
  passkey_not_found: {
    status: 404,
    when: "The passkey does not exist in this workspace, or the person has none.",
    remedy: "List the passkeys. Register one with an invitation.",
  },
  machine_not_found: {
    status: 404,
    when: "The machine does not exist in this deployment.",
    remedy: "List the machines and use one of their ids.",
  },
  allocation_not_found: {
    status: 404,
    when: "The allocation does not exist in this workspace.",
    remedy: "List the allocations and use one of their ids.",
  },
  action_not_found: {
    status: 404,
    when: "The administrative action does not exist in this workspace.",
    remedy: "List the administrative actions and use one of their ids.",
  },
  standing_approval_not_found: {
    status: 404,
    when: "The standing approval does not exist in this workspace.",
    remedy: "List the standing approvals and use one of their ids.",
  },
  payee_not_found: {
    status: 404,
    when: "The payee is not known in this workspace.",
    remedy: "List the payees and use one of their ids.",
  },
  freeze_not_found: {
    status: 404,
    when: "No such freeze is in effect.",
    remedy: "List the freezes. Unfreeze what they name.",
  },
  publication_not_found: {
    status: 404,
    when: "The publication of rules does not exist in this workspace.",
    remedy: "List the publications and use one of their digests.",
  },
  turn_not_found: {
    status: 404,
    when: "The turn does not exist in this workspace, or its log has expired.",
    remedy: "Check the turn's id and `workspaceId`.",
  },
  resource_not_found: {
    status: 404,
    when: "The payee's answer to the payment is not stored: it was lost, 30 days are over, or it was erased.",
    remedy: "Ask the payee.",
  },
  route_not_found: {
    status: 404,
    when: "The path does not exist.",
    remedy: "Use a documented path below the treasury's `basePath`.",
  },
  method_not_allowed: {
    status: 405,
    when: "The path does not accept this method.",
    remedy: "Use one of the methods in the `allow` header.",
  },
  document_changed: {
    status: 409,
    when: "Another request changed the plugin's document.",
    remedy: "Read the document, then try again.",
  },
  document_limit_reached: {
    status: 409,
    when: "The workspace has 10,000 documents of the plugin, or 20 webhook endpoints.",
    remedy: "Remove some of them.",
  },
  plugin_not_installed: {
    status: 409,
    when: "The administrative action is one of a plugin that is not installed.",
    remedy: "Pass the plugin to `createTreasury`, or deny the action.",
  },
  already_decided: {
    status: 409,
    when: "The proposal or administrative action has the opposite decision, or its approval is complete. A decision is final.",
    remedy: "Read the proposal or action for its status.",
  },
  proposal_changed: {
    status: 409,
    when: "A decision carries a `digest` that is not the proposal's.",
    remedy: "Read the proposal again, and decide on what it contains.",
  },
  proposal_expired: {
    status: 409,
    when: "The proposal expired before the decision.",
    remedy: "Ask the agent to propose the spend again.",
  },
  price_not_accepted: {
    status: 409,
    when: "The seller's price is above the maximum, or no connected payment executor can pay it. Nothing was paid.",
    remedy: "Allow a higher maximum, or use another seller.",
  },
  quote_expired: {
    status: 409,
    when: "The payee's quote of the price expired before the approval.",
    remedy: "Ask the agent to propose the spend again.",
  },
  payment_not_possible: {
    status: 409,
    when: "The payment executor cannot pay the spend now, for example because its account has too little.",
    remedy: "Fund the executor's account, or deny the proposal.",
  },
  payment_mode_changed: {
    status: 409,
    when: "Another processor or mode than the connected one funded the workspace.",
    remedy: "Reset the workspace, or connect the processor and mode that funded it.",
  },
  frozen: {
    status: 409,
    when: "The workspace, the agent, the vendor or the allocation is frozen.",
    remedy: "Unfreeze it, or deny the proposal.",
  },
  freeze_limit_reached: {
    status: 409,
    when: "The workspace has 200 freezes.",
    remedy: "Freeze the workspace.",
  },
  too_many_held: {
    status: 409,
    when: "The workspace has 100 payments in flight.",
    remedy: "Wait until some are settled, then try again.",
  },
  too_many_pending: {
    status: 409,
    when: "The share of this agent, person or approver in the pending proposals or administrative actions is used up.",
    remedy: "Decide some of the pending ones, then try again.",
  },
  turn_in_progress: {
    status: 409,
    when: "Another turn of this workspace, or the turn to resume, is already running.",
    remedy: "Wait until the running turn finishes, then try again.",
  },
  machine_limit_reached: {
    status: 409,
    when: "The workspace or the deployment has its maximum of machines, by default 3 and 10.",
    remedy: "Destroy a machine that is no longer needed.",
  },
  credential_limit_reached: {
    status: 409,
    when: "The workspace has 200 credentials that are neither expired nor revoked.",
    remedy: "Revoke a credential that is no longer used.",
  },
  standing_approval_limit_reached: {
    status: 409,
    when: "The workspace has 200 standing approvals in effect, or 10 for the agent and the payee.",
    remedy: "Revoke one that is no longer needed.",
  },
  passkey_limit_reached: {
    status: 409,
    when: "The person has 10 passkeys, or the workspace 200.",
    remedy: "Remove a passkey that is no longer used.",
  },
  passkey_needed: {
    status: 409,
    when: "Without the passkey, too few persons could meet a published rule that requires passkeys.",
    remedy: "Register another passkey first, or publish rules that do not require it.",
  },
  offer_limit_reached: {
    status: 409,
    when: "The workspace has 100 offers.",
    remedy: "Use one of the workspace's existing offers.",
  },
  funds_held: {
    status: 409,
    when: "A workspace with payments in flight cannot be reset.",
    remedy: "Wait until they are settled, then try again.",
  },
  total_out_of_range: {
    status: 409,
    when: "A total of the workspace would exceed 8,000,000,000 USD.",
    remedy: "Use another workspace.",
  },
  approval_required: {
    status: 409,
    when: "The change is recorded as an administrative action, which needs more approvals.",
    remedy: "Approve the administrative action that the message names.",
  },
  rules_changed: {
    status: 409,
    when: "Other rules were published since the draft was based on them.",
    remedy: "Compare the draft with the published rules, then publish it again.",
  },
  idempotency_key_in_use: {
    status: 409,
    when: "The first request with this `Idempotency-Key` is still running.",
    remedy: "Wait for the time in `retry-after`, then send the same request with the same key.",
  },
  idempotency_key_reused: {
    status: 409,
    when: "This `Idempotency-Key` was used with another body, or for a command.",
    remedy: "Repeat the first request for its result. Use a new key for a new request.",
  },
  body_too_large: {
    status: 413,
    when: "The body is larger than 1 MiB, or than 256 KiB for the webhook.",
    remedy: "Send a smaller body.",
  },
  unsupported_content_type: {
    status: 415,
    when: "The content type of the POST request is not `application/json`, or its body is compressed.",
    remedy: "Send the header `content-type: application/json`, and the body without compression.",
  },
  rate_limited: {
    status: 429,
    when: "The deployment's `rateLimit` rejected the request, or 4 requests of this caller, or 500 of this process, wait for proposals.",
    remedy: retryLater,
  },
  token_budget_exceeded: {
    status: 429,
    when: "The workspace has used its tokens of the day.",
    remedy: "Try again tomorrow, or raise `turns.dailyTokens` (TREASURY_DAILY_TOKENS).",
  },
  too_many_turns: {
    status: 429,
    when: "The process runs its maximum of turns, or the caller has its share of them.",
    remedy: retryLater,
  },
  ...serverErrors,
} satisfies Readonly<Record<string, ErrorDefinition>>;

export type ErrorCode = keyof typeof catalogue;

/** All errors of the service, by code. */
export const errorCatalogue: Readonly<Record<ErrorCode, ErrorDefinition>> = catalogue;
