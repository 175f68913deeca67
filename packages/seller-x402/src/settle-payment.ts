import type { AuthorizedPayment, RpcEndpoint } from "@agent-treasury/executor-x402/chain";
import type { Clock } from "@agent-treasury/provider";
import type { PaymentPayload, PaymentRequirements, SettleResponse } from "@x402/core/types";
import type { Facilitator } from "./facilitator.ts";
import { paidTransaction } from "./find-movement.ts";
import type { Settlement } from "./seller-rail.ts";
import { within } from "./within.ts";

const pollMs = 500;

export interface SettlingDeps {
  readonly facilitator: Facilitator;
  readonly endpoints: readonly RpcEndpoint[];
  readonly clock: Clock;
  readonly timeoutMs: number;
}

/** Collects a payment. After a lost or negative answer, the chain decides. */
export async function settlePayment(
  payment: AuthorizedPayment,
  payload: PaymentPayload,
  requirements: PaymentRequirements,
  { facilitator, endpoints, clock, timeoutMs }: SettlingDeps,
): Promise<Settlement> {
  const receipt = await within(clock, timeoutMs, () => facilitator.settle(payload, requirements));
  if (receipt?.success) return { kind: "settled", receipt };
  const deadline = clock.monotonic() + timeoutMs;
  while (true) {
    const settled = await chainReceipt(payment, endpoints);
    if (settled !== null) return { kind: "settled", receipt: settled };
    // With a transaction, or without an answer, the payment may still be on its way.
    if (receipt !== null && receipt.transaction === "") return { kind: "refused", receipt };
    if (clock.monotonic() >= deadline) return { kind: "unknown" };
    await clock.sleep(pollMs);
  }
}

/** The receipt of a payment that is on the chain, or null. */
export async function chainReceipt(
  payment: AuthorizedPayment,
  endpoints: readonly RpcEndpoint[],
): Promise<SettleResponse | null> {
  const transaction = await paidTransaction(payment, endpoints);
  if (transaction === null) return null;
  const { network, from: payer, value } = payment;
  return { success: true, transaction, network, payer, amount: value.toString() };
}
