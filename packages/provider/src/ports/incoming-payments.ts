import type { IncomingMovement } from "./incoming-rail.ts";

export type Announcement =
  /** Recorded, now or by an earlier call. The rail may settle. */
  | "announced"
  /** Another workspace announced it first, and only that one is credited. */
  | "elsewhere";

export type MovementStatus =
  /** It may arrive. */
  | "pending"
  /** Credited. It may still be reversed. */
  | "credited"
  /** Credited. It can no longer be reversed. */
  | "final"
  /** Not credited, or credited and reversed. */
  | "gone";

/** Names an announced movement. */
export type MovementName = Pick<IncomingMovement, "workspaceId" | "id">;

/** Credits payments that arrive by rails. A treasury provides it as `incoming`. */
export interface IncomingPayments {
  /**
   * Records a movement before its rail settles, so that it is credited even if this process exits.
   * Idempotent by `id`.
   *
   * @param provider of the `IncomingRail` that finds it.
   * @throws TreasuryError `payments_not_connected`, `payment_mode_changed` if it could not be
   * credited, `invalid_request`.
   */
  announce(provider: string, movement: IncomingMovement): Promise<Announcement>;
  /**
   * Looks for an announced movement now, and credits it once it counts. Otherwise maintenance does.
   *
   * @throws TreasuryError `payments_not_connected`, `payment_processor_error` if the rail fails,
   * `payment_mode_changed`, `total_out_of_range`, `invalid_request` if it was not announced.
   */
  find(provider: string, movement: MovementName): Promise<MovementStatus>;
}
