import type {
  AllocationCalls,
  FreezeCalls,
  Health,
  InboxCalls,
  PasskeyCalls,
  PayeeCalls,
  ReceiptCalls,
  RefundCalls,
  StandingApprovalCalls,
  TabCalls,
} from "@agent-treasury/contract/wire";
import type { AgentCalls } from "./calls/agent-calls.ts";
import type {
  ClientActionCalls,
  ClientCredentialCalls,
  ClientRuleCalls,
} from "./calls/each-calls.ts";
import type { MachineCalls } from "./calls/machine-calls.ts";
import type { PluginCallRequest } from "./calls/plugin-calls.ts";
import type { RailCalls } from "./calls/rail-calls.ts";
import type { TreasuryCalls } from "./calls/treasury-calls.ts";
import type { CallOptions, ClientTerms } from "./options.ts";

/**
 * A client for the service API.
 *
 * Every call rejects with a `TreasuryApiError` for a failed response, a `TreasuryConnectionError`
 * if the service cannot be reached, a `TreasuryTimeoutError` after the timeout, the signal's reason
 * when it aborts, and a `TypeError` if an id is not valid in a path.
 */
export interface TreasuryClient extends InboxCalls<ClientTerms> {
  readonly agent: AgentCalls;
  readonly treasury: TreasuryCalls;
  readonly receipts: ReceiptCalls<ClientTerms>;
  readonly tabs: TabCalls<ClientTerms>;
  readonly refunds: RefundCalls<ClientTerms>;
  readonly rules: ClientRuleCalls;
  readonly allocations: AllocationCalls<ClientTerms>;
  readonly payees: PayeeCalls<ClientTerms>;
  readonly standingApprovals: StandingApprovalCalls<ClientTerms>;
  readonly actions: ClientActionCalls;
  readonly freezes: FreezeCalls<ClientTerms>;
  readonly credentials: ClientCredentialCalls;
  readonly passkeys: PasskeyCalls<ClientTerms>;
  readonly machines: MachineCalls;
  readonly rails: RailCalls;
  /**
   * Calls a route of a plugin, which must respond with an object. Only a GET is retried. The type of
   * the response is not checked.
   *
   * Error codes: `route_not_found` if the service does not have the plugin, and those of the plugin.
   *
   * @example
   * const { endpoints } = await client.plugin<EndpointList>("webhooks", {
   *   method: "GET",
   *   path: "/endpoints",
   * });
   */
  plugin<Answer extends object>(
    id: string,
    request: PluginCallRequest,
    call?: Omit<CallOptions, "idempotencyKey">,
  ): Promise<Answer>;
  /** Checks the service's health: `GET /health`. */
  health(call?: CallOptions): Promise<Health>;
}
