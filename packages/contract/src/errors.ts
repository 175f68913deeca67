/** One entry of the catalogue: the status that travels with a code, and what a caller can do. */
export interface ErrorDefinition {
  readonly status: number;
  /** What to do about it, one sentence; it ends the message that a caller reads. */
  readonly remedy: string;
}

/** The code that an answer carries beside its message. Codes are stable; messages are not. */
export type ErrorCode =
  | "invalid_json"
  | "invalid_request"
  | "payments_not_connected"
  | "machines_not_connected"
  | "unauthenticated"
  | "forbidden"
  | "origin_not_allowed"
  | "host_not_allowed"
  | "deposit_belongs_elsewhere"
  | "machine_not_found"
  | "turn_not_found"
  | "route_not_found"
  | "method_not_allowed"
  | "already_decided"
  | "proposal_expired"
  | "payment_mode_changed"
  | "too_many_pending"
  | "too_many_held"
  | "turn_in_progress"
  | "machine_limit_reached"
  | "offer_limit_reached"
  | "funds_held"
  | "total_out_of_range"
  | "idempotency_key_in_use"
  | "idempotency_key_reused"
  | "body_too_large"
  | "unsupported_content_type"
  | "webhook_signature_invalid"
  | "webhook_mode_mismatch"
  | "too_many_turns"
  | "rate_limited"
  | "token_budget_exceeded"
  | "proposal_not_found"
  | "model_not_connected"
  | "model_failed"
  | "turn_failed"
  | "payment_processor_error"
  | "unsupported_currency"
  | "spend_executor_error"
  | "machine_host_error"
  | "body_already_read"
  | "webhook_not_connected"
  | "webhook_body_parsed"
  | "storage_error"
  | "access_not_chosen"
  | "internal_error"
  | "service_busy"
  | "storage_unavailable"
  | "starting"
  | "shutting_down";

/** Every failure that the service answers with, by code. The one place that maps code to status. */
export const errorCatalogue: Readonly<Record<ErrorCode, ErrorDefinition>> = {
  invalid_json: { status: 400, remedy: "Send a JSON object as the request's body." },
  invalid_request: { status: 400, remedy: "Correct the named field and send it again." },
  payments_not_connected: {
    status: 400,
    remedy:
      "Pass `payments` to createTreasury, set STRIPE_SECRET_KEY, or TREASURY_SANDBOX=on for play money.",
  },
  machines_not_connected: {
    status: 400,
    remedy: "Pass `machines` to createTreasury, or set HOST_API_TOKEN or TREASURY_DOCKER_SOCKET.",
  },
  webhook_signature_invalid: {
    status: 400,
    remedy: "Set STRIPE_WEBHOOK_SECRET to the signing secret of this very endpoint.",
  },
  webhook_mode_mismatch: {
    status: 400,
    remedy: "Let test events come to a service with a test key, and live ones to a live key.",
  },
  unauthenticated: { status: 401, remedy: "Sign in and send the credential with the request." },
  forbidden: { status: 403, remedy: "Ask whoever runs this deployment for access." },
  origin_not_allowed: {
    status: 403,
    remedy: "Add the page's origin to `allowedOrigins`, or call from `baseUrl`.",
  },
  host_not_allowed: {
    status: 403,
    remedy: "Add the host to `allowedHosts`, or call the address in `baseUrl`.",
  },
  deposit_belongs_elsewhere: {
    status: 403,
    remedy: "Confirm the deposit in the workspace that it was started for.",
  },
  machine_not_found: { status: 404, remedy: "List the fleet to see which machines exist." },
  turn_not_found: {
    status: 404,
    remedy: "Check the turn's id and `workspaceId`; what a turn did is not kept forever.",
  },
  route_not_found: {
    status: 404,
    remedy: "`GET …/openapi.json` below the base path lists every path of this service.",
  },
  method_not_allowed: { status: 405, remedy: "Use one of the methods in the `allow` header." },
  already_decided: { status: 409, remedy: "Read the proposal; a decision is final." },
  proposal_expired: { status: 409, remedy: "Let the agent propose the spend again." },
  payment_mode_changed: {
    status: 409,
    remedy: "Reset the workspace, or go back to the payment mode that funded it.",
  },
  too_many_held: { status: 409, remedy: "Wait until some of the payments under way are settled." },
  too_many_pending: { status: 409, remedy: "Decide some of the waiting proposals first." },
  turn_in_progress: { status: 409, remedy: "Wait for the running turn, then send it again." },
  machine_limit_reached: { status: 409, remedy: "Destroy a machine that is no longer needed." },
  offer_limit_reached: { status: 409, remedy: "Sell by one of the workspace's offers again." },
  funds_held: { status: 409, remedy: "Wait until the payments under way are settled." },
  total_out_of_range: {
    status: 409,
    remedy: "Totals stay within 8,000,000,000 USD; use another workspace.",
  },
  idempotency_key_in_use: {
    status: 409,
    remedy: "Wait as long as `retry-after` says, then send the same request with the same key.",
  },
  idempotency_key_reused: {
    status: 409,
    remedy: "Send a new request with a new key; read the state to see what the first one did.",
  },
  body_too_large: {
    status: 413,
    remedy: "Send at most 1 MiB, and at most 256 KiB to the webhook.",
  },
  unsupported_content_type: {
    status: 415,
    remedy: "Send the header `content-type: application/json`.",
  },
  rate_limited: { status: 429, remedy: "Wait as long as `retry-after` says, then try again." },
  token_budget_exceeded: {
    status: 429,
    remedy: "Go on tomorrow, or raise `turns.dailyTokens` (TREASURY_DAILY_TOKENS).",
  },
  too_many_turns: { status: 429, remedy: "Wait as long as `retry-after` says, then try again." },
  proposal_not_found: { status: 500, remedy: "Check `proposalId` and `workspaceId`." },
  model_not_connected: {
    status: 500,
    remedy:
      "Pass `model` to createTreasury, set OPENAI_API_KEY and OPENAI_MODEL, or TREASURY_SANDBOX=on for a stand-in.",
  },
  model_failed: { status: 500, remedy: "No money moved; try the turn again." },
  turn_failed: { status: 500, remedy: "Read the treasury to see what happened, then try again." },
  payment_processor_error: {
    status: 500,
    remedy: "Try again, or check the processor's dashboard: nothing is credited twice.",
  },
  unsupported_currency: { status: 500, remedy: "Only USD counts; refund the payment." },
  spend_executor_error: {
    status: 500,
    remedy:
      "Do not pay again: the amount stays held, and what became of it is looked up by itself.",
  },
  machine_host_error: { status: 500, remedy: "Try again, or check the machine host." },
  body_already_read: {
    status: 500,
    remedy: "Mount the treasury before the body parser, or let the parser set `request.body`.",
  },
  webhook_not_connected: {
    status: 500,
    remedy: "Set STRIPE_WEBHOOK_SECRET; the processor will send the event again.",
  },
  webhook_body_parsed: {
    status: 500,
    remedy:
      "Mount the treasury before the body parser, or keep the bytes: express.json({ verify: (request, _response, bytes) => { request.rawBody = bytes; } }).",
  },
  storage_error: { status: 500, remedy: "Read the treasury before you try again." },
  access_not_chosen: {
    status: 500,
    remedy: 'Pass `authenticate`, or say `access: "guests"` if open access is meant.',
  },
  internal_error: { status: 500, remedy: "Report the `requestId` to whoever runs this service." },
  service_busy: { status: 503, remedy: "Wait as long as `retry-after` says, then try again." },
  storage_unavailable: {
    status: 503,
    remedy: "Send requests to another process; this one needs its operator.",
  },
  starting: { status: 503, remedy: "Wait as long as `retry-after` says, then try again." },
  shutting_down: { status: 503, remedy: "Try again; another process will answer." },
};
