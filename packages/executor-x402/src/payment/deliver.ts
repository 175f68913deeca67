import type { ExecutorContext, SpendOrder } from "@agent-treasury/provider";
import type { Presented } from "./present-authorization.ts";
import { storedAnswer } from "./seller-answer.ts";

/** A seller that rejects the payment is asked twice, one that fails more often. */
const maximumRefusals = 2;
const maximumPresentations = 6;
/** Doubles with each presentation. */
const firstPauseMs = 250;

/** Whether the seller delivered, now or in an earlier call, rejected the payment, or may deliver. */
export type Delivery = "delivered" | "refused" | "failed";

export interface Delivering extends Pick<ExecutorContext, "clock" | "store"> {
  /** Of the answer in the store. */
  readonly answerId: string;
  /** By the monotonic clock. */
  readonly deadline: number;
  /** Whether the seller may still collect the payment. */
  readonly isPresentable: () => boolean;
  readonly present: () => Promise<Presented>;
}

/**
 * Presents a payment until the seller delivers, in the time of this call. It is one payment, however often
 * it is presented.
 */
export async function deliver(
  { signal, mayRepeat }: Pick<SpendOrder, "signal" | "mayRepeat">,
  { clock, store, answerId, deadline, isPresentable, present }: Delivering,
): Promise<Delivery> {
  if ((await storedAnswer(store, answerId)) !== null) return "delivered";
  let pauseMs = firstPauseMs;
  let refusals = 0;
  for (let presentations = 1; isPresentable(); presentations += 1) {
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

const failed: Presented = { kind: "failed", retryAfterMs: null };
