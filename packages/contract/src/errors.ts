import { type ErrorAnswer, retryLater } from "./error-definition.ts";
import { serverErrors } from "./server-errors.ts";

export type { ErrorAnswer, ErrorDefinition } from "./error-definition.ts";

const answers = {
  invalid_json: { status: 400, remedy: "Send a JSON object as the request body." },
  invalid_request: { status: 400, remedy: "Correct the named value and try again." },
  payments_not_connected: {
    status: 400,
    remedy:
      "Pass `payments` to `createTreasury`, set STRIPE_SECRET_KEY, or TREASURY_SANDBOX=on for test money.",
  },
  outbound_not_connected: { status: 400, remedy: "Pass `outbound` to `createTreasury`." },
  paid_fetch_not_connected: {
    status: 400,
    remedy: "Pass `paidFetch` to `createTreasury`, with its origins.",
  },
  receipts_not_connected: {
    status: 400,
    remedy: "Pass `receipts` to `createTreasury`, or set TREASURY_RECEIPTS_KEY.",
  },
  passkeys_not_connected: { status: 400, remedy: "Pass `passkeys` to `createTreasury`." },
  sign_in_not_connected: {
    status: 400,
    remedy: "Pass `authenticate` to `createTreasury`, or set TREASURY_OPERATORS.",
  },
  machines_not_connected: {
    status: 400,
    remedy: "Pass `machines` to `createTreasury`, or set HOST_API_TOKEN or TREASURY_DOCKER_SOCKET.",
  },
  webhook_signature_invalid: {
    status: 400,
    remedy: "Set STRIPE_WEBHOOK_SECRET to the signing secret of this endpoint.",
  },
  webhook_mode_mismatch: {
    status: 400,
    remedy: "Send each event to a service whose key has the same mode.",
  },
  unauthenticated: { status: 401, remedy: "Sign in, or send a valid credential with the request." },
  forbidden: {
    status: 403,
    remedy: "Ask a person who may do it, or the administrator of this deployment for permission.",
  },
  origin_not_allowed: {
    status: 403,
    remedy:
      "Add the page's origin to `allowedOrigins` or TREASURY_ALLOWED_ORIGINS, or call from the origin of `baseUrl`.",
  },
  host_not_allowed: {
    status: 403,
    remedy: "Add the host to `allowedHosts`, or use the host of `baseUrl`.",
  },
  paid_origin_not_listed: {
    status: 403,
    remedy: "Use another address, or ask the administrator to add its origin to `paidFetch`.",
  },
  deposit_belongs_elsewhere: {
    status: 403,
    remedy: "Confirm the deposit in the workspace that started it.",
  },
  passkey_invitation_invalid: { status: 403, remedy: "Ask an approver for a new invitation." },
  passkey_rejected: {
    status: 403,
    remedy: "Request a new challenge, and sign it with a passkey of the person who is signed in.",
  },
  credential_not_found: { status: 404, remedy: "List the credentials and use one of their ids." },
  endpoint_not_found: { status: 404, remedy: "List the endpoints and use one of their ids." },
  passkey_not_found: { status: 404, remedy: "List the passkeys. Register one with an invitation." },
  machine_not_found: { status: 404, remedy: "List the machines and use one of their ids." },
  allocation_not_found: { status: 404, remedy: "List the allocations and use one of their ids." },
  action_not_found: {
    status: 404,
    remedy: "List the administrative actions and use one of their ids.",
  },
  standing_approval_not_found: {
    status: 404,
    remedy: "List the standing approvals and use one of their ids.",
  },
  payee_not_found: { status: 404, remedy: "List the payees and use one of their ids." },
  freeze_not_found: { status: 404, remedy: "List the freezes. Unfreeze what they name." },
  publication_not_found: {
    status: 404,
    remedy: "List the publications and use one of their digests.",
  },
  tab_not_found: { status: 404, remedy: "List the tabs and use one of their ids." },
  reservation_not_found: {
    status: 404,
    remedy: "Settle the number that the reservation returned.",
  },
  refund_case_not_found: {
    status: 404,
    remedy: "List the cases.",
  },
  refund_not_found: {
    status: 409,
    remedy: "Ask the payee.",
  },
  turn_not_found: { status: 404, remedy: "Check the turn's id and `workspaceId`." },
  receipt_unavailable: { status: 404, remedy: "Wait for the payment." },
  resource_not_found: { status: 404, remedy: "Ask the payee." },
  route_not_found: {
    status: 404,
    remedy: "Use a documented path below the treasury's `basePath`.",
  },
  method_not_allowed: { status: 405, remedy: "Use one of the methods in the `allow` header." },
  document_changed: { status: 409, remedy: "Read the document, then try again." },
  document_limit_reached: { status: 409, remedy: "Remove some of them." },
  plugin_not_installed: {
    status: 409,
    remedy: "Pass the plugin to `createTreasury`, or deny the action.",
  },
  already_decided: { status: 409, remedy: "Read the proposal or action for its status." },
  proposal_changed: {
    status: 409,
    remedy: "Read the proposal again, and decide on what it contains.",
  },
  proposal_expired: { status: 409, remedy: "Ask the agent to propose the spend again." },
  price_not_accepted: { status: 409, remedy: "Allow a higher maximum, or use another seller." },
  quote_expired: { status: 409, remedy: "Ask the agent to propose the spend again." },
  payment_not_possible: {
    status: 409,
    remedy: "Fund the executor's account, or deny the proposal.",
  },
  payment_mode_changed: {
    status: 409,
    remedy: "Reset the workspace, or connect the processor and mode that funded it.",
  },
  frozen: { status: 409, remedy: "Unfreeze it, or deny the proposal." },
  freeze_limit_reached: { status: 409, remedy: "Freeze the workspace." },
  refund_case_closed: { status: 409, remedy: "Read the case." },
  refund_case_busy: { status: 409, remedy: "Wait a minute." },
  tab_closed: { status: 409, remedy: "Open another tab." },
  tab_exhausted: { status: 409, remedy: "Settle open reservations, or open another tab." },
  too_many_tabs: { status: 409, remedy: "Close a tab that is no longer needed." },
  too_many_held: { status: 409, remedy: "Wait until some are settled, then try again." },
  too_many_pending: { status: 409, remedy: "Decide some of the pending ones, then try again." },
  turn_in_progress: {
    status: 409,
    remedy: "Wait until the running turn finishes, then try again.",
  },
  machine_limit_reached: { status: 409, remedy: "Destroy a machine that is no longer needed." },
  credential_limit_reached: { status: 409, remedy: "Revoke a credential that is no longer used." },
  standing_approval_limit_reached: { status: 409, remedy: "Revoke one that is no longer needed." },
  passkey_limit_reached: { status: 409, remedy: "Remove a passkey that is no longer used." },
  passkey_needed: {
    status: 409,
    remedy: "Register another passkey first, or publish rules that do not require it.",
  },
  offer_limit_reached: { status: 409, remedy: "Use one of the workspace's existing offers." },
  funds_held: { status: 409, remedy: "Wait until they are settled, then try again." },
  total_out_of_range: { status: 409, remedy: "Use another workspace." },
  approval_required: {
    status: 409,
    remedy: "Approve the administrative action that the message names.",
  },
  rules_changed: {
    status: 409,
    remedy: "Compare the draft with the published rules, then publish it again.",
  },
  idempotency_key_in_use: {
    status: 409,
    remedy: "Wait for the time in `retry-after`, then send the same request with the same key.",
  },
  idempotency_key_reused: {
    status: 409,
    remedy: "Repeat the first request for its result. Use a new key for a new request.",
  },
  body_too_large: { status: 413, remedy: "Send a smaller body." },
  unsupported_content_type: {
    status: 415,
    remedy: "Send the header `content-type: application/json`, and the body without compression.",
  },
  rate_limited: { status: 429, remedy: retryLater },
  token_budget_exceeded: {
    status: 429,
    remedy: "Try again tomorrow, or raise `turns.dailyTokens` (TREASURY_DAILY_TOKENS).",
  },
  too_many_turns: { status: 429, remedy: retryLater },
  ...serverErrors,
} satisfies Readonly<Record<string, ErrorAnswer>>;

export type ErrorCode = keyof typeof answers;

/** How each error is answered, by code. It is smaller than `errorCatalogue` and has no conditions. */
export const errorAnswers: Readonly<Record<ErrorCode, ErrorAnswer>> = answers;
