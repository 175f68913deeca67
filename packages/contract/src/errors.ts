/** One entry of the error catalogue. */
export interface ErrorDefinition {
  /** The HTTP status of responses with this code. */
  readonly status: number;
  /** How to fix it, in one sentence. It is the end of the error message. */
  readonly remedy: string;
}

const catalogue = {
  invalid_json: { status: 400, remedy: "Send a JSON object as the request's body." },
  invalid_request: { status: 400, remedy: "Correct the named field and send it again." },
  payments_not_connected: {
    status: 400,
    remedy:
      "Pass `payments` to createTreasury, set STRIPE_SECRET_KEY, or TREASURY_SANDBOX=on for test money.",
  },
  machines_not_connected: {
    status: 400,
    remedy: "Pass `machines` to createTreasury, or set HOST_API_TOKEN or TREASURY_DOCKER_SOCKET.",
  },
  webhook_signature_invalid: {
    status: 400,
    remedy: "Set STRIPE_WEBHOOK_SECRET to the signing secret of this endpoint.",
  },
  webhook_mode_mismatch: {
    status: 400,
    remedy:
      "Send test events to a service with a test key, and live events to one with a live key.",
  },
  unauthenticated: { status: 401, remedy: "Sign in and send the credential with the request." },
  forbidden: { status: 403, remedy: "Ask the administrator of this deployment for access." },
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
  machine_not_found: { status: 404, remedy: "List the machines to see which exist." },
  turn_not_found: {
    status: 404,
    remedy:
      "Check the turn's id and `workspaceId`; turn logs are deleted after their retention period.",
  },
  route_not_found: {
    status: 404,
    remedy: "`GET …/openapi.json` below the base path lists every path of this service.",
  },
  method_not_allowed: { status: 405, remedy: "Use one of the methods in the `allow` header." },
  already_decided: { status: 409, remedy: "Read the proposal; a decision is final." },
  proposal_expired: { status: 409, remedy: "Ask the agent to propose the spend again." },
  payment_mode_changed: {
    status: 409,
    remedy: "Reset the workspace, or return to the payment mode that funded it.",
  },
  too_many_held: {
    status: 409,
    remedy: "Wait until some of the payments in progress are settled.",
  },
  too_many_pending: { status: 409, remedy: "Decide some of the pending proposals first." },
  turn_in_progress: { status: 409, remedy: "Wait for the running turn, then send it again." },
  machine_limit_reached: { status: 409, remedy: "Destroy a machine that is no longer needed." },
  offer_limit_reached: { status: 409, remedy: "Use one of the workspace's existing offers." },
  funds_held: { status: 409, remedy: "Wait until the payments in progress are settled." },
  total_out_of_range: {
    status: 409,
    remedy: "Totals stay within 8,000,000,000 USD; use another workspace.",
  },
  idempotency_key_in_use: {
    status: 409,
    remedy: "Wait for the time in `retry-after`, then send the same request with the same key.",
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
  rate_limited: { status: 429, remedy: "Wait for the time in `retry-after`, then try again." },
  token_budget_exceeded: {
    status: 429,
    remedy: "Try again tomorrow, or raise `turns.dailyTokens` (TREASURY_DAILY_TOKENS).",
  },
  too_many_turns: { status: 429, remedy: "Wait for the time in `retry-after`, then try again." },
  proposal_not_found: { status: 500, remedy: "Check `proposalId` and `workspaceId`." },
  model_not_connected: {
    status: 500,
    remedy:
      "Pass `model` to createTreasury, set OPENAI_API_KEY and OPENAI_MODEL, or TREASURY_SANDBOX=on for the scripted model.",
  },
  model_failed: { status: 500, remedy: "No money moved; try the turn again." },
  turn_failed: { status: 500, remedy: "Read the treasury to see what happened, then try again." },
  payment_processor_error: {
    status: 500,
    remedy: "Try again, or check the payment processor's dashboard: nothing is credited twice.",
  },
  unsupported_currency: { status: 500, remedy: "Only USD is supported; refund the payment." },
  spend_executor_error: {
    status: 500,
    remedy: "Do not pay again: the amount stays on hold until the service has found the outcome.",
  },
  machine_host_error: { status: 500, remedy: "Try again, or check the machine host." },
  body_already_read: {
    status: 500,
    remedy:
      "Mount the treasury before the body parser, or configure the parser to set `request.body`.",
  },
  webhook_not_connected: {
    status: 500,
    remedy: "Set STRIPE_WEBHOOK_SECRET; the payment processor will send the event again.",
  },
  webhook_body_parsed: {
    status: 500,
    remedy:
      "Mount the treasury before the body parser, or keep the raw bytes: express.json({ verify: (request, _response, bytes) => { request.rawBody = bytes; } }).",
  },
  storage_error: { status: 500, remedy: "Read the treasury before you try again." },
  access_not_chosen: {
    status: 500,
    remedy: 'Pass `authenticate`, or set `access: "guests"` to allow anonymous access.',
  },
  internal_error: {
    status: 500,
    remedy: "Report the `requestId` to the administrator of this service.",
  },
  service_busy: { status: 503, remedy: "Wait for the time in `retry-after`, then try again." },
  storage_unavailable: {
    status: 503,
    remedy: "Send requests to another process. An administrator must repair this one's storage.",
  },
  starting: { status: 503, remedy: "Wait for the time in `retry-after`, then try again." },
  shutting_down: { status: 503, remedy: "Try again; another process will respond." },
} satisfies Readonly<Record<string, ErrorDefinition>>;

export type ErrorCode = keyof typeof catalogue;

/** All errors of the service, by code. */
export const errorCatalogue: Readonly<Record<ErrorCode, ErrorDefinition>> = catalogue;
