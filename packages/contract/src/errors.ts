/** One entry of the error catalogue. */
export interface ErrorDefinition {
  /** The HTTP status of responses with this code. */
  readonly status: number;
  /** The condition under which it is returned. The message of a response has the details. */
  readonly when: string;
  /** The way to fix it. It is the end of the error message. */
  readonly remedy: string;
}

const retryLater = "Wait for the time in `retry-after`, then try again.";

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
    remedy: "Sign in and send the credential with the request.",
  },
  forbidden: {
    status: 403,
    when: "`authorize` rejected the request, or an anonymous caller tried to reset live money.",
    remedy: "Ask the administrator of this deployment for permission.",
  },
  origin_not_allowed: {
    status: 403,
    when: "A page of another origin sent the request.",
    remedy: "Add the page's origin to `allowedOrigins`, or call from the origin of `baseUrl`.",
  },
  host_not_allowed: {
    status: 403,
    when: "The `Host` header is not a host of this service.",
    remedy: "Add the host to `allowedHosts`, or use the host of `baseUrl`.",
  },
  deposit_belongs_elsewhere: {
    status: 403,
    when: "Another workspace or another service opened the checkout.",
    remedy: "Confirm the deposit in the workspace that started it.",
  },
  machine_not_found: {
    status: 404,
    when: "The machine does not exist in this deployment.",
    remedy: "List the machines and use one of their ids.",
  },
  turn_not_found: {
    status: 404,
    when: "The turn does not exist in this workspace, or its log has expired.",
    remedy: "Check the turn's id and `workspaceId`.",
  },
  route_not_found: {
    status: 404,
    when: "The path does not exist.",
    remedy: "Use a path that `GET …/openapi.json` below the base path lists.",
  },
  method_not_allowed: {
    status: 405,
    when: "The path does not accept this method.",
    remedy: "Use one of the methods in the `allow` header.",
  },
  already_decided: {
    status: 409,
    when: "The proposal has the opposite decision. A decision is final.",
    remedy: "Read the proposal for its status.",
  },
  proposal_expired: {
    status: 409,
    when: "The proposal expired before the decision.",
    remedy: "Ask the agent to propose the spend again.",
  },
  payment_mode_changed: {
    status: 409,
    when: "Another payment processor or mode than the connected one funded the workspace.",
    remedy: "Reset the workspace, or connect the processor and mode that funded it.",
  },
  too_many_held: {
    status: 409,
    when: "The workspace has 100 payments in flight.",
    remedy: "Wait until some of the payments are settled, then try again.",
  },
  too_many_pending: {
    status: 409,
    when: "100 proposals of this agent, or 300 of its workspace, need approval.",
    remedy: "Decide some of the pending proposals, then try again.",
  },
  turn_in_progress: {
    status: 409,
    when: "Another turn is running in this workspace, or the turn to resume is already running.",
    remedy: "Wait until the running turn finishes, then try again.",
  },
  machine_limit_reached: {
    status: 409,
    when: "The workspace or the deployment has its maximum of machines, by default 3 and 10.",
    remedy: "Destroy a machine that is no longer needed.",
  },
  offer_limit_reached: {
    status: 409,
    when: "The workspace has 100 offers.",
    remedy: "Use one of the workspace's existing offers.",
  },
  funds_held: {
    status: 409,
    when: "A workspace with payments in flight cannot be reset.",
    remedy: "Wait until the payments are settled, then try again.",
  },
  total_out_of_range: {
    status: 409,
    when: "A total of the workspace would exceed 8,000,000,000 USD.",
    remedy: "Use another workspace.",
  },
  idempotency_key_in_use: {
    status: 409,
    when: "The first request with this `Idempotency-Key` is still running.",
    remedy: "Wait for the time in `retry-after`, then send the same request with the same key.",
  },
  idempotency_key_reused: {
    status: 409,
    when: "This `Idempotency-Key` was used with another body, or for a command.",
    remedy: "Read the state for the result of the first request. Use a new key for a new request.",
  },
  body_too_large: {
    status: 413,
    when: "The body is larger than 1 MiB, or than 256 KiB for the webhook.",
    remedy: "Send a smaller body.",
  },
  unsupported_content_type: {
    status: 415,
    when: "The content type of the POST request is not `application/json`.",
    remedy: "Send the header `content-type: application/json`.",
  },
  rate_limited: {
    status: 429,
    when: "The deployment's `rateLimit` rejected the request.",
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
  proposal_not_found: {
    status: 500,
    when: "The proposal does not exist in this workspace.",
    remedy: "Check `proposalId` and `workspaceId`.",
  },
  model_not_connected: {
    status: 500,
    when: "No language model is connected.",
    remedy:
      "Pass `model` to `createTreasury`, set OPENAI_API_KEY and OPENAI_MODEL, or TREASURY_SANDBOX=on for the scripted model.",
  },
  model_failed: {
    status: 500,
    when: "The language model failed before the turn had an effect.",
    remedy: "Try again. No money moved.",
  },
  turn_failed: {
    status: 500,
    when: "The turn failed or was stopped.",
    remedy: "Read the treasury for what the turn did, then try again.",
  },
  payment_processor_error: {
    status: 500,
    when: "The payment processor failed, rejected the request, or does not know the checkout.",
    remedy: "Try again, or check the processor's dashboard. No payment is credited twice.",
  },
  unsupported_currency: {
    status: 500,
    when: "The payment was not in USD, the only supported currency.",
    remedy: "Refund the payment.",
  },
  spend_executor_error: {
    status: 500,
    when: "The payment executor failed or could not be reached.",
    remedy: "Do not pay again. The amount stays on hold until the service has found the outcome.",
  },
  machine_host_error: {
    status: 500,
    when: "The machine host failed, rejected the request, or could not be reached.",
    remedy: "Try again, or check the machine host.",
  },
  body_already_read: {
    status: 500,
    when: "A middleware read the body before the service and discarded it.",
    remedy:
      "Mount the treasury before the body parser, or configure the parser to set `request.body`.",
  },
  webhook_not_connected: {
    status: 500,
    when: "The webhook secret is not set, or the payment processor has no webhook.",
    remedy: "Set STRIPE_WEBHOOK_SECRET. The payment processor sends the event again.",
  },
  webhook_body_parsed: {
    status: 500,
    when: "A body parser discarded the bytes that the signature covers.",
    remedy:
      "Mount the treasury before the body parser, or keep the raw bytes: express.json({ verify: (request, _response, bytes) => { request.rawBody = bytes; } }).",
  },
  storage_error: {
    status: 500,
    when: "The database failed or rejected the request.",
    remedy: "Read the treasury before you try again, because the change may have been committed.",
  },
  access_not_chosen: {
    status: 500,
    when: "Live money, real machines or external agents are connected without a choice of access.",
    remedy: 'Pass `authenticate`, or set `access: "guests"` to allow anonymous access.',
  },
  internal_error: {
    status: 500,
    when: "The service or its settings have a fault. The log has the cause.",
    remedy: "Report the `requestId` to the administrator of this service.",
  },
  service_busy: {
    status: 503,
    when: "The process has too many requests in flight. Nothing was changed.",
    remedy: retryLater,
  },
  storage_unavailable: {
    status: 503,
    when: "`GET /health` only: the storage cannot be written.",
    remedy: "Send requests to another process. An administrator must repair this one's storage.",
  },
  starting: {
    status: 503,
    when: "The process has not opened its database yet.",
    remedy: retryLater,
  },
  shutting_down: {
    status: 503,
    when: "The process is shutting down.",
    remedy: "Try again. Another process responds.",
  },
} satisfies Readonly<Record<string, ErrorDefinition>>;

export type ErrorCode = keyof typeof catalogue;

/** All errors of the service, by code. */
export const errorCatalogue: Readonly<Record<ErrorCode, ErrorDefinition>> = catalogue;
