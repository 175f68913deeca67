import type {
  Health,
  Inbox,
  InboxRequest,
  WorkspaceList,
  WorkspaceListRequest,
} from "@agent-treasury/contract/wire";
import type {
  ActionCalls,
  AllocationCalls,
  CredentialCalls,
  FreezeCalls,
} from "./calls/administration-calls.ts";
import type { AgentCalls } from "./calls/agent-calls.ts";
import type { MachineCalls } from "./calls/machine-calls.ts";
import type { PasskeyCalls } from "./calls/passkey-calls.ts";
import type { PayeeCalls } from "./calls/payee-calls.ts";
import type { PluginCallRequest } from "./calls/plugin-calls.ts";
import type { RailCalls } from "./calls/rail-calls.ts";
import type { RefundCalls } from "./calls/refund-calls.ts";
import type { RuleCalls } from "./calls/rule-calls.ts";
import type { StandingApprovalCalls } from "./calls/standing-approval-calls.ts";
import type { TabCalls } from "./calls/tab-calls.ts";
import type { TreasuryCalls } from "./calls/treasury-calls.ts";
import type { CallOptions } from "./options.ts";

/**
 * A client for the service API.
 *
 * Every call rejects with a `TreasuryApiError` for a failed response, a `TreasuryConnectionError`
 * if the service cannot be reached, a `TreasuryTimeoutError` after the timeout, the signal's reason
 * when it aborts, and a `TypeError` if an id is not valid in a path.
 */
export interface TreasuryClient {
  readonly agent: AgentCalls;
  readonly treasury: TreasuryCalls;
  readonly tabs: TabCalls;
  readonly refunds: RefundCalls;
  readonly rules: RuleCalls;
  readonly allocations: AllocationCalls;
  readonly payees: PayeeCalls;
  readonly standingApprovals: StandingApprovalCalls;
  readonly actions: ActionCalls;
  readonly freezes: FreezeCalls;
  readonly credentials: CredentialCalls;
  readonly passkeys: PasskeyCalls;
  readonly machines: MachineCalls;
  readonly rails: RailCalls;
  /**
   * Reads a page of what needs approval in all workspaces that the person may read: `GET
   * /treasury/inbox`. Continue with its `cursor`.
   */
  inbox(page?: InboxRequest, call?: CallOptions): Promise<Inbox>;
  /**
   * Lists the workspaces that exist and that the person may read: `GET /treasury/workspaces`.
   * Continue with its `cursor`.
   */
  workspaces(page?: WorkspaceListRequest, call?: CallOptions): Promise<WorkspaceList>;
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
