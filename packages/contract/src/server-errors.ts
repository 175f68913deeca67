import { type ErrorAnswer, retryLater } from "./error-definition.ts";

/** The answers of errors with a status of 500 and above, by code. */
export const serverErrors = {
  proposal_not_found: { status: 500, remedy: "Check `proposalId` and `workspaceId`." },
  model_not_connected: {
    status: 500,
    remedy:
      "Pass `model` to `createTreasury`, set OPENAI_API_KEY and OPENAI_MODEL, or TREASURY_SANDBOX=on for the scripted model.",
  },
  model_failed: { status: 500, remedy: "Try again. No money moved." },
  turn_failed: { status: 500, remedy: "Read the treasury for what the turn did, then try again." },
  payment_processor_error: {
    status: 500,
    remedy: "Try again, or check the processor's dashboard. No payment is credited twice.",
  },
  unsupported_currency: { status: 500, remedy: "Refund the payment." },
  spend_executor_error: {
    status: 500,
    remedy: "Do not pay again. The amount stays on hold until the service has found the outcome.",
  },
  payment_unconfirmed: {
    status: 500,
    remedy:
      "Do not pay again. Read the proposal for its outcome, which the service records by itself.",
  },
  machine_host_error: { status: 500, remedy: "Try again, or check the machine host." },
  address_refused: { status: 500, remedy: "Use an https address on the internet, on port 443." },
  outbound_failed: { status: 500, remedy: "Check the other service, then try again." },
  body_already_read: {
    status: 500,
    remedy:
      "Mount the treasury before the body parser, or configure the parser to set `request.body`.",
  },
  webhook_not_connected: {
    status: 500,
    remedy:
      "Set STRIPE_WEBHOOK_SECRET, or STRIPE_AUTHORIZATION_SECRET for authorizations of cards. The payment processor sends events again.",
  },
  webhook_body_parsed: {
    status: 500,
    remedy:
      "Mount the treasury before the body parser, or keep the raw bytes: express.json({ verify: (request, _response, bytes) => { request.rawBody = bytes; } }).",
  },
  storage_error: {
    status: 500,
    remedy: "Read the treasury before you try again, because the change may have been committed.",
    remedyIfUnchanged: "The treasury was not changed. Try again.",
  },
  storage_went_back: {
    status: 500,
    remedy:
      "An administrator must compare the workspace with the payment processor (`agent-treasury reconcile`), correct it, and restart the processes.",
  },
  storage_moved: {
    status: 503,
    remedy:
      "Send the request again after the move. An administrator must restart processes that use the old database.",
  },
  access_not_chosen: {
    status: 500,
    remedy: 'Pass `authenticate`, or set `access: "guests"` to allow anonymous access.',
  },
  internal_error: {
    status: 500,
    remedy: "Report the `requestId` to the administrator of this service.",
  },
  access_check_failed: {
    status: 503,
    remedy: "Try again. If it persists, an administrator must repair the access options.",
  },
  service_busy: { status: 503, remedy: retryLater },
  storage_unavailable: {
    status: 503,
    remedy: "Send requests to another process. An administrator must repair this one's storage.",
  },
  clock_suspect: {
    status: 503,
    remedy: "An administrator must correct the clocks. Then try again.",
  },
  starting: { status: 503, remedy: retryLater },
  shutting_down: { status: 503, remedy: "Try again. Another process responds." },
} satisfies Readonly<Record<string, ErrorAnswer>>;
