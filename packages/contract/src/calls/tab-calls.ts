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
} from "../shapes.ts";
import type { CallTerms } from "./call-terms.ts";

/** Tabs: one approved amount that many small charges draw down. Amounts are USD. */
export interface TabCalls<By extends CallTerms> {
  /**
   * Proposes a tab: `POST /treasury/tabs`. It is open once it is approved.
   *
   * Error codes: `too_many_pending`, `idempotency_key_reused`, `allocation_not_found`.
   */
  open(request: TabRequest & By["agent"], ...call: By["options"]): Promise<TabAnswer>;
  /** Lists pending and open tabs, oldest first: `GET /treasury/tabs`. An agent gets its own. */
  list(request?: WorkspaceRequest & By["agent"], ...call: By["options"]): Promise<TabList>;
  /**
   * Reads a tab of any state: `GET /treasury/tabs/{tabId}`.
   *
   * Error codes: `tab_not_found`.
   */
  read(request: TabReference & By["agent"], ...call: By["options"]): Promise<TabReading>;
  /**
   * Lists the charges of one ledger entry, or those that are not posted yet: `GET
   * /treasury/tabs/{tabId}/charges`.
   *
   * Error codes: `tab_not_found`.
   */
  charges(request: TabChargesRequest & By["agent"], ...call: By["options"]): Promise<TabCharges>;
  /**
   * Reserves the most that a charge can cost, before it is caused: `POST
   * /treasury/tabs/{tabId}/reserve`.
   *
   * Error codes: `tab_exhausted`, `tab_closed`, `frozen`, `tab_not_found`.
   */
  reserve(
    request: TabReservationRequest & By["agent"],
    ...call: By["options"]
  ): Promise<TabReservation>;
  /**
   * Records what a reserved charge cost: `POST /treasury/tabs/{tabId}/settle`. Repeating it changes
   * nothing.
   *
   * Error codes: `reservation_not_found`, `tab_not_found`.
   */
  settle(request: TabSettlement & By["agent"], ...call: By["options"]): Promise<TabReading>;
  /**
   * Records a cost that was not reserved, once for each `chargeId`: `POST
   * /treasury/tabs/{tabId}/charge`.
   *
   * Error codes: `tab_not_found`; for agents `tab_exhausted`, `tab_closed`.
   */
  charge(request: TabChargeRequest & By["agent"], ...call: By["options"]): Promise<TabReading>;
  /**
   * Releases a reservation that caused no cost: `POST /treasury/tabs/{tabId}/cancel`. Not for agents.
   *
   * Error codes: `reservation_not_found`, `tab_not_found`, `forbidden`.
   */
  cancel(request: TabReservationReference, ...call: By["options"]): Promise<TabReading>;
  /**
   * Counts the whole amount of an unusually high settlement: `POST /treasury/tabs/{tabId}/confirm`.
   * Only for persons.
   */
  confirm(request: TabReservationReference, ...call: By["options"]): Promise<TabReading>;
  /**
   * Closes a tab: `POST /treasury/tabs/{tabId}/close`. Open reservations count at their maximum until
   * they are settled.
   *
   * Error codes: `tab_not_found`.
   */
  close(request: TabReference & By["agent"], ...call: By["options"]): Promise<TabReading>;
  /**
   * Proposes the next tab: `POST /treasury/tabs/{tabId}/renew`. One tab follows another one, however
   * often it is requested.
   *
   * Error codes: those of `open`, `tab_not_found`.
   */
  renew(request: TabRenewal & By["agent"], ...call: By["options"]): Promise<TabAnswer>;
}
