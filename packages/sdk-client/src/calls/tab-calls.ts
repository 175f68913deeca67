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
} from "@agent-treasury/contract/wire";
import type { CallOptions } from "../options.ts";

/** Tabs: one approved amount that many small charges draw down. Amounts are USD. */
export interface TabCalls {
  /**
   * Proposes a tab: `POST /treasury/tabs`. It is open once it is approved.
   *
   * Error codes: `too_many_pending`, `idempotency_key_reused`, `allocation_not_found`.
   */
  open(request: TabRequest, call?: CallOptions): Promise<TabAnswer>;
  /** Lists pending and open tabs, oldest first: `GET /treasury/tabs`. An agent gets its own. */
  list(request?: WorkspaceRequest, call?: CallOptions): Promise<TabList>;
  /**
   * Reads a tab of any state: `GET /treasury/tabs/{tabId}`.
   *
   * Error codes: `tab_not_found`.
   */
  read(request: TabReference, call?: CallOptions): Promise<TabReading>;
  /**
   * Lists the charges of one ledger entry, or those that are not posted yet: `GET
   * /treasury/tabs/{tabId}/charges`.
   *
   * Error codes: `tab_not_found`.
   */
  charges(request: TabChargesRequest, call?: CallOptions): Promise<TabCharges>;
  /**
   * Reserves the most that a charge can cost, before it is caused: `POST
   * /treasury/tabs/{tabId}/reserve`.
   *
   * Error codes: `tab_exhausted`, `tab_closed`, `frozen`, `tab_not_found`.
   */
  reserve(request: TabReservationRequest, call?: CallOptions): Promise<TabReservation>;
  /**
   * Records what a reserved charge cost: `POST /treasury/tabs/{tabId}/settle`. Repeating it changes
   * nothing.
   *
   * Error codes: `reservation_not_found`, `tab_not_found`.
   */
  settle(request: TabSettlement, call?: CallOptions): Promise<TabReading>;
  /**
   * Records a cost that was not reserved, once for each `chargeId`: `POST
   * /treasury/tabs/{tabId}/charge`.
   *
   * Error codes: `tab_not_found`; for agents `tab_exhausted`, `tab_closed`.
   */
  charge(request: TabChargeRequest, call?: CallOptions): Promise<TabReading>;
  /**
   * Releases a reservation that caused no cost: `POST /treasury/tabs/{tabId}/cancel`. Not for agents.
   *
   * Error codes: `reservation_not_found`, `tab_not_found`, `forbidden`.
   */
  cancel(request: TabReservationReference, call?: CallOptions): Promise<TabReading>;
  /**
   * Counts the whole amount of an unusually high settlement: `POST /treasury/tabs/{tabId}/confirm`.
   * Only for persons.
   */
  confirm(request: TabReservationReference, call?: CallOptions): Promise<TabReading>;
  /**
   * Closes a tab: `POST /treasury/tabs/{tabId}/close`. Open reservations count at their maximum until
   * they are settled.
   *
   * Error codes: `tab_not_found`.
   */
  close(request: TabReference, call?: CallOptions): Promise<TabReading>;
  /**
   * Proposes the next tab: `POST /treasury/tabs/{tabId}/renew`. One tab follows another one, however
   * often it is requested.
   *
   * Error codes: those of `open`, `tab_not_found`.
   */
  renew(request: TabRenewal, call?: CallOptions): Promise<TabAnswer>;
}
