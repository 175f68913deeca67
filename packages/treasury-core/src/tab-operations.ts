import type {
  TabAnswer,
  TabChargeRequest,
  TabCharges,
  TabChargesRequest,
  TabList,
  TabReading,
  TabReference,
  TabRenewal,
  TabRequest,
  TabReservation,
  TabReservationReference,
  TabReservationRequest,
  TabSettlement,
  WorkspaceRequest,
} from "@agent-treasury/contract";

/** Acts as this agent, on its own tabs only. Omit it for a meter or a person. */
interface AsAgent {
  readonly agentId?: string;
}

/**
 * Tabs: one approved amount that many small charges draw down. Amounts are USD. Methods reject with
 * `tab_not_found` for a tab that does not exist.
 */
export interface TabOperations {
  /**
   * Proposes a tab of an external agent, or of a person if there is no `agentId`. It is open once it is
   * approved. A request with the same `idempotencyKey`, or with the same values without a key, is the
   * same tab.
   *
   * @throws TreasuryError `invalid_request`, `too_many_pending`, `idempotency_key_reused`.
   * @example
   * ```ts
   * const { tab } = await treasury.tabs.open({
   *   agentId: "writer",
   *   amountUsd: 5,
   *   minutes: 60,
   *   vendor: "OpenAI",
   *   purpose: "drafts of the report",
   * });
   * ```
   */
  open(
    request: TabRequest & AsAgent & { readonly agentName?: string; readonly operator?: string },
  ): Promise<TabAnswer>;
  /** Lists pending and open tabs, oldest first. */
  list(request?: WorkspaceRequest & AsAgent): Promise<TabList>;
  /** Reads a tab of any state. */
  read(request: TabReference & AsAgent): Promise<TabReading>;
  /** Lists the charges of one ledger entry, or those that are not posted yet. */
  charges(request: TabChargesRequest & AsAgent): Promise<TabCharges>;
  /**
   * Reserves the most that a charge can cost, before it is caused.
   *
   * @throws TreasuryError `tab_exhausted`, `tab_closed`, `frozen`.
   * @example
   * ```ts
   * const { number } = await treasury.tabs.reserve({ tabId: tab.id, amountUsd: 0.02 });
   * // The call of the model, which costs 0.0031 USD.
   * await treasury.tabs.settle({ tabId: tab.id, number, amountUsd: 0.0031 });
   * ```
   */
  reserve(request: TabReservationRequest & AsAgent): Promise<TabReservation>;
  /**
   * Records what a reserved charge cost, even late or above the reservation. Repeating it changes
   * nothing.
   *
   * @throws TreasuryError `reservation_not_found`.
   */
  settle(request: TabSettlement & AsAgent): Promise<TabReading>;
  /**
   * Records a cost that was not reserved, once for each `chargeId` in 24 hours.
   *
   * @throws TreasuryError with `agentId`: `tab_exhausted`, `tab_closed`.
   */
  charge(request: TabChargeRequest & AsAgent): Promise<TabReading>;
  /**
   * Releases a reservation that caused no cost.
   *
   * @throws TreasuryError `reservation_not_found`.
   */
  cancel(request: TabReservationReference): Promise<TabReading>;
  /** Counts the whole amount of an unusually high settlement, which a person has looked at. */
  confirm(request: TabReservationReference): Promise<TabReading>;
  /**
   * Takes no more reservations, posts what was charged, and releases the rest. Open reservations count
   * at their maximum until they are settled. Idempotent.
   */
  close(request: TabReference & AsAgent): Promise<TabReading>;
  /** Proposes the next tab. One tab follows another one, however often it is requested. */
  renew(request: TabRenewal & AsAgent): Promise<TabAnswer>;
}
