import { invalidRequest } from "../../../kernel/errors.ts";
import type { EventConsumer } from "./event-consumer.ts";

const defaultTimeoutMs = 30_000;
const longestTimeoutMs = 600_000;

/** A crash delays the deliveries of a cursor by this time at most. */
export const leaseMs = 15_000;
export const renewEveryMs = 5_000;

/** Time from which a batch of deliveries is committed. */
export const batchMs = 10_000;
/** Time after which a run lets others go first. */
export const turnMs = 30_000;

/** Leases of earlier versions were longer than a delivery. */
export const longestLeaseMs: number = longestTimeoutMs + 30_000;

/** @throws TreasuryError `invalid_request` for an invalid timeout. */
export function timeoutMsOf({ id, timeoutMs = defaultTimeoutMs }: EventConsumer): number {
  if (Number.isFinite(timeoutMs) && timeoutMs > 0 && timeoutMs <= longestTimeoutMs) {
    return timeoutMs;
  }
  throw invalidRequest(
    `\`timeoutMs\` of the consumer ${id} must be above 0 and at most ${longestTimeoutMs}.`,
  );
}
