import { type ErrorDefinition, retryLater } from "./error-definition.ts";

/** Errors with a status of 500 and above, by code. */
export const serverErrors = {
  proposal_not_found: {
    status: 500,
    when: "The proposal does not exist in this workspace, or belongs to another agent. `GET /treasury/proposals/{proposalId}` responds with 404.",
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
  payment_unconfirmed: {
    status: 500,
    when: "A spend was approved and its payment may have been sent, but its outcome could not be recorded or read.",
    remedy:
      "Do not pay again. Read the proposal for its outcome, which the service records by itself.",
  },
  machine_host_error: {
    status: 500,
    when: "The machine host failed, rejected the request, or could not be reached.",
    remedy: "Try again, or check the machine host.",
  },
  address_refused: {
    status: 500,
    when: "The address is not public or not https. Nothing was sent.",
    remedy: "Use an https address on the internet, on port 443.",
  },
  outbound_failed: {
    status: 500,
    when: "The other service could not be reached, or did not respond in time.",
    remedy: "Check the other service, then try again.",
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
    remedy:
      "Set STRIPE_WEBHOOK_SECRET, or STRIPE_AUTHORIZATION_SECRET for authorizations of cards. The payment processor sends events again.",
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
    remedyIfUnchanged: "The treasury was not changed. Try again.",
  },
  storage_went_back: {
    status: 500,
    when: "The database lost confirmed commits of the workspace, for example because a standby that was behind became the primary. The process has stopped using the workspace.",
    remedy:
      "An administrator must compare the workspace with the payment processor (`agent-treasury reconcile`), correct it, and restart the processes.",
  },
  storage_moved: {
    status: 503,
    when: "The workspace was moved to another database, or is being moved from or to this one. Nothing was written.",
    remedy:
      "Send the request again after the move. An administrator must restart processes that use the old database.",
  },
  access_not_chosen: {
    status: 500,
    when: "Live money, real machines in production, or external agents (only their requests, and the issue of their credentials) are connected without a choice of access.",
    remedy: 'Pass `authenticate`, or set `access: "guests"` to allow anonymous access.',
  },
  internal_error: {
    status: 500,
    when: "The service or its settings have a fault. The log has the cause.",
    remedy: "Report the `requestId` to the administrator of this service.",
  },
  access_check_failed: {
    status: 503,
    when: "`authenticate`, `authorize` or another access option of the deployment failed, or did not answer within 10 seconds. The log has the cause.",
    remedy: "Try again. If it persists, an administrator must repair the access options.",
  },
  service_busy: {
    status: 503,
    when: "The process has too many requests in flight, or the database is locked or does not answer. Nothing was changed.",
    remedy: retryLater,
  },
  storage_unavailable: {
    status: 503,
    when: "`GET /health` only: the storage cannot be opened or written.",
    remedy: "Send requests to another process. An administrator must repair this one's storage.",
  },
  clock_suspect: {
    status: 503,
    when: "The storage's clock is more than a day ahead of the process's clock.",
    remedy: "An administrator must correct the clocks. Then try again.",
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
