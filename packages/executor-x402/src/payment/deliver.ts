import type {
  Clock,
  ExecutorContext,
  SpendFinding,
  SpendOrder,
  SpendOutcome,
} from "@agent-treasury/provider";
import type { Presented } from "./present-authorization.ts";
import { storedAnswer } from "./seller-answer.ts";

/** A seller that rejects the payment is asked twice, one that fails more often. */
const maximumRefusals = 2;
const maximumPresentations = 6;
/** Doubles with each presentation. */
const firstPauseMs = 250;
const pollMs = 500;
/** Facilitators refuse authorizations that end within 6 s. */
const minimumRemainingMs = 8_000;

/** Whether the seller delivered, now or in an earlier call, rejected the payment, or may deliver. */
export type Delivery = "delivered" | "refused" | "failed";

export interface Delivering extends Pick<ExecutorContext, "clock" | "store"> {
  /** Of the answer in the store. */
  readonly answerId: string;
  /** By the monotonic clock. */
  readonly deadline: number;
  /** From then on the seller can no longer collect the payment, in milliseconds since 1970. */
  readonly endsAt: number;
  readonly present: () => Promise<Presented>;
}

/**
 * Presents a payment until the seller delivers, in the time of this call. It is one payment, however often
 * it is presented.
 */
export async function deliver(
  { signal, mayRepeat }: Pick<SpendOrder, "signal" | "mayRepeat">,
  { clock, store, answerId, deadline, endsAt, present }: Delivering,
): Promise<Delivery> {
  if ((await storedAnswer(store, answerId)) !== null) return "delivered";
  let pauseMs = firstPauseMs;
  let refusals = 0;
  for (let presentations = 1; isPresentable(endsAt, clock); presentations += 1) {
    // Its outcome is looked up, whatever happened to the answer.
    const presented = await present().catch(() => failed);
    if (presented.kind === "delivered") return "delivered";
    if (presented.kind === "refused") refusals += 1;
    if (refusals === maximumRefusals) return "refused";
    if (presentations === maximumPresentations) return "failed";
    const asked = presented.kind === "failed" ? presented.retryAfterMs : null;
    const waitMs = Math.max(pauseMs, asked ?? 0);
    if (clock.monotonic() + waitMs >= deadline) return "failed";
    await clock.sleep(waitMs, signal);
    pauseMs *= 2;
    // A freeze stops what the seller did not collect yet.
    if (mayRepeat !== undefined && !(await mayRepeat())) return "failed";
  }
  return "failed";
}

/** Whether a payment that ends then, in milliseconds since 1970, may still be collected in time. */
export function isPresentable(endsAt: number, clock: Clock): boolean {
  return endsAt >= clock.now() + minimumRemainingMs;
}

/** Looks up the outcome of a payment. If the seller delivered, waits until it counts, in the time of this call. */
export async function awaitOutcome(
  delivery: Delivery,
  { signal }: Pick<SpendOrder, "signal">,
  { clock, deadline }: Pick<Delivering, "clock" | "deadline">,
  find: () => Promise<SpendFinding>,
): Promise<SpendOutcome> {
  let outcome = toOutcome(await find());
  if (delivery !== "delivered") return outcome;
  while (outcome.kind !== "executed" && clock.monotonic() < deadline) {
    await clock.sleep(pollMs, signal);
    outcome = toOutcome(await find());
  }
  return outcome;
}

/** What may still be collected is in progress. */
export function toOutcome(finding: SpendFinding): SpendOutcome {
  const isOpen = finding.kind === "repeatable" || finding.kind === "not_sent";
  return isOpen ? { kind: "in_progress", reference: null } : finding;
}

const failed: Presented = { kind: "failed", retryAfterMs: null };
