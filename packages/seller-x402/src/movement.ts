import { type AuthorizedPayment, movementId } from "@agent-treasury/executor-x402/chain";
import {
  type IncomingMovement,
  type JsonObject,
  Micros,
  TreasuryError,
} from "@agent-treasury/provider";
import { isAddress, isHex } from "viem";
import * as z from "zod";

/** Clocks of this process and of the chain may differ. */
const clockSlackSeconds = 3_600;

const address = z.custom<`0x${string}`>((text) => typeof text === "string" && isAddress(text));
const details = z.strictObject({
  network: z.templateLiteral(["eip155:", z.int().positive()]),
  token: address,
  from: address,
  to: address,
  value: z.string().regex(/^[1-9]\d{0,14}$/),
  nonce: z.custom<`0x${string}`>((text) => typeof text === "string" && isHex(text)),
  validBefore: z.int().positive(),
  sinceSeconds: z.int(),
  permit2: z.enum(["exact", "upto"]).nullable().default(null),
});

/** The movement of an authorization that is presented now. */
export function movementOf(
  payment: Omit<AuthorizedPayment, "sinceSeconds">,
  { workspaceId, description }: Pick<IncomingMovement, "workspaceId" | "description">,
  nowMs: number,
): IncomingMovement {
  const sinceSeconds = Math.floor(nowMs / 1_000) - clockSlackSeconds;
  return {
    id: movementId(payment),
    workspaceId,
    amount: Micros.of(payment.value),
    payer: payment.from,
    description,
    details: { ...payment, value: payment.value.toString(), sinceSeconds } satisfies JsonObject,
  };
}

/** @throws TreasuryError `payment_processor_error` for another rail's movement. */
export function paymentOf(movement: IncomingMovement): AuthorizedPayment {
  const read = details.safeParse(movement.details);
  if (read.success) {
    const payment = { ...read.data, value: BigInt(read.data.value) };
    if (payment.value === movement.amount && movementId(payment) === movement.id) return payment;
  }
  throw new TreasuryError("payment_processor_error", "The movement is not an x402 payment.");
}
