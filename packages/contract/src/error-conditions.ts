import type { ErrorDefinition } from "./error-definition.ts";
import { errorAnswers, type ErrorCode } from "./errors.ts";

/** The condition under which each error is returned. The message of a response has the details. */
const conditions: Readonly<Record<ErrorCode, string>> = {
  invalid_json: "The body is not a JSON object in UTF-8, or it ended early.",
  invalid_request: "A value is missing or invalid. The message names it.",
  payments_not_connected: "No payment processor is connected.",
  outbound_not_connected:
    "A plugin or payment executor has to send a request, and `outbound` is not set.",
  paid_fetch_not_connected: "Requests to sellers are not enabled.",
  receipts_not_connected: "Receipts are not set up, or their keys are encrypted under another key.",
  passkeys_not_connected: "Passkeys are not set up.",
  sign_in_not_connected: "Rules need sign-in, and the deployment has none.",
  machines_not_connected: "No machine host is connected.",
  webhook_signature_invalid:
    "The delivery is not signed with this endpoint's secret, or is older than 5 minutes.",
  webhook_mode_mismatch:
    "A live event arrived at a service with a test key, or a test event at one with a live key.",
  unauthenticated: "The request has no credential, or one that could not be verified.",
  forbidden:
    "`authorize` or `authorizePlugins` rejected the request, an external agent called an operation for people or named another workspace, or an anonymous caller tried to reset live money.",
  origin_not_allowed: "A page of another origin sent the request.",
  host_not_allowed: "The `Host` header is not a host of this service.",
  paid_origin_not_listed:
    "The address is not https, or its origin is not one that the deployment lists. Nothing was sent.",
  deposit_belongs_elsewhere: "Another workspace or service opened the checkout.",
  passkey_invitation_invalid: "The invitation is unknown, expired or used, or for another person.",
  passkey_rejected:
    "The signature or the new passkey does not verify, or its challenge is expired, used, or for something else.",
  credential_not_found: "The credential does not exist in this workspace.",
  endpoint_not_found: "The webhook endpoint does not exist in this workspace.",
  passkey_not_found: "The passkey does not exist in this workspace, or the person has none.",
  machine_not_found: "The machine does not exist in this deployment.",
  allocation_not_found: "The allocation does not exist in this workspace.",
  action_not_found: "The administrative action does not exist in this workspace.",
  standing_approval_not_found: "The standing approval does not exist in this workspace.",
  payee_not_found: "The payee is not known in this workspace.",
  freeze_not_found: "No such freeze is in effect.",
  publication_not_found: "The publication of rules does not exist in this workspace.",
  tab_not_found:
    "The tab does not exist in this workspace, is another agent's, or is not approved yet.",
  reservation_not_found: "The tab never had a reservation with this number.",
  refund_case_not_found:
    "There is no refund case of the payment in this workspace, or it is another agent's.",
  refund_not_found:
    "The refund is not one of this payment, is not final yet, or was recorded for another payment.",
  turn_not_found: "The turn does not exist in this workspace, or its log has expired.",
  receipt_unavailable: "The spend or the workspace has no ledger entry.",
  resource_not_found:
    "The payee's answer to the payment is not stored: it was lost, 30 days are over, or it was erased.",
  route_not_found: "The path does not exist.",
  method_not_allowed: "The path does not accept this method.",
  document_changed: "Another request changed the plugin's document.",
  document_limit_reached:
    "The workspace has 10,000 documents of the plugin, or 20 webhook endpoints.",
  plugin_not_installed: "The administrative action is one of a plugin that is not installed.",
  already_decided:
    "The proposal or administrative action has the opposite decision, or its approval is complete. A decision is final.",
  proposal_changed: "A decision carries a `digest` that is not the proposal's.",
  proposal_expired: "The proposal expired before the decision.",
  price_not_accepted:
    "The seller's price is above the maximum, or no connected payment executor can pay it. Nothing was paid.",
  quote_expired: "The payee's quote of the price expired before the approval.",
  payment_not_possible:
    "The payment executor cannot pay the spend now, for example because its account has too little.",
  payment_mode_changed: "Another processor or mode than the connected one funded the workspace.",
  frozen: "The workspace, the agent, the vendor or the allocation is frozen.",
  freeze_limit_reached: "The workspace has 200 freezes.",
  refund_case_closed:
    "The refund case has an outcome, or the spend cannot be refunded: nothing was paid, it was refunded, or it is older than 120 days.",
  refund_case_busy: "The seller is being asked again for this refund case.",
  tab_closed:
    "The tab is closed or over, its allocation has ended, its agent's credential is not valid any more, or rules that were published since do not allow it.",
  tab_exhausted: "The amount is more than the tab has left, or it has 1,000 open reservations.",
  too_many_tabs: "The workspace has 20 open tabs, or the agent 5.",
  too_many_held: "The workspace has 100 payments in flight.",
  too_many_pending:
    "The share of this agent, person or approver in the pending proposals or administrative actions is used up.",
  turn_in_progress: "Another turn of this workspace, or the turn to resume, is already running.",
  machine_limit_reached:
    "The workspace or the deployment has its maximum of machines, by default 3 and 10.",
  credential_limit_reached:
    "The workspace has 200 credentials that are neither expired nor revoked.",
  standing_approval_limit_reached:
    "The workspace has 200 standing approvals in effect, or 10 for the agent and the payee.",
  passkey_limit_reached: "The person has 10 passkeys, or the workspace 200.",
  passkey_needed:
    "Without the passkey, too few persons could meet a published rule that requires passkeys.",
  offer_limit_reached: "The workspace has 100 offers.",
  funds_held: "A workspace with payments in flight cannot be reset.",
  total_out_of_range: "A total of the workspace would exceed 8,000,000,000 USD.",
  approval_required:
    "The change is recorded as an administrative action, which needs more approvals.",
  rules_changed: "Other rules were published since the draft was based on them.",
  idempotency_key_in_use: "The first request with this `Idempotency-Key` is still running.",
  idempotency_key_reused: "This `Idempotency-Key` was used with another body, or for a command.",
  body_too_large: "The body is larger than 1 MiB, or than 256 KiB for the webhook.",
  unsupported_content_type:
    "The content type of the POST request is not `application/json`, or its body is compressed.",
  rate_limited:
    "The deployment's `rateLimit` rejected the request, or 4 requests of this caller, or 500 of this process, wait for proposals.",
  token_budget_exceeded: "The workspace has used its tokens of the day.",
  too_many_turns: "The process runs its maximum of turns, or the caller has its share of them.",
  proposal_not_found:
    "The proposal does not exist in this workspace, or belongs to another agent. `GET /treasury/proposals/{proposalId}` responds with 404.",
  model_not_connected: "No language model is connected.",
  model_failed: "The language model failed before the turn had an effect.",
  turn_failed: "The turn failed or was stopped.",
  payment_processor_error:
    "The payment processor failed, rejected the request, or does not know the checkout.",
  unsupported_currency: "The payment was not in USD, the only supported currency.",
  spend_executor_error: "The payment executor failed or could not be reached.",
  payment_unconfirmed:
    "A spend was approved and its payment may have been sent, but its outcome could not be recorded or read.",
  machine_host_error: "The machine host failed, rejected the request, or could not be reached.",
  address_refused: "The address is not public or not https. Nothing was sent.",
  outbound_failed: "The other service could not be reached, or did not respond in time.",
  body_already_read: "A middleware read the body before the service and discarded it.",
  webhook_not_connected: "The webhook secret is not set, or the payment processor has no webhook.",
  webhook_body_parsed: "A body parser discarded the bytes that the signature covers.",
  storage_error: "The database failed or rejected the request.",
  storage_went_back:
    "The database lost confirmed commits of the workspace, for example because a standby that was behind became the primary. The process has stopped using the workspace.",
  storage_moved:
    "The workspace was moved to another database, or is being moved from or to this one. Nothing was written.",
  access_not_chosen:
    "Live money, real machines in production, or external agents (only their requests, and the issue of their credentials) are connected without a choice of access.",
  internal_error: "The service or its settings have a fault. The log has the cause.",
  access_check_failed:
    "`authenticate`, `authorize` or another access option of the deployment failed, or did not answer within 10 seconds. The log has the cause.",
  service_busy:
    "The process has too many requests in flight, or the database is locked or does not answer. Nothing was changed.",
  storage_unavailable: "`GET /health` only: the storage cannot be opened or written.",
  clock_suspect: "The storage's clock is more than a day ahead of the process's clock.",
  starting: "The process has not opened its database yet.",
  shutting_down: "The process is shutting down.",
};

/** All errors, with their conditions. */
export function allErrors(): Readonly<Record<ErrorCode, ErrorDefinition>> {
  const errors = (Object.keys(errorAnswers) as ErrorCode[]).map((code) => {
    const { status, ...answer } = errorAnswers[code];
    return [code, { status, when: conditions[code], ...answer }];
  });
  return Object.fromEntries(errors) as Record<ErrorCode, ErrorDefinition>;
}
