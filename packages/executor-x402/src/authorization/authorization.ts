import { type SpendOrder, TreasuryError } from "@agent-treasury/provider";
import { type Hex, isHex } from "viem";
import * as z from "zod";
import { addressSchema } from "../quote/quote-terms.ts";

const hex = (bytes: number) =>
  z
    .string()
    .refine((text) => isHex(text) && text.length === 2 + 2 * bytes)
    .transform((text) => text as Hex);
const units = z.string().regex(/^\d{1,15}$/);

/** What `prepare` commits and `pay` presents. Amounts and times are decimal, as x402 sends them. */
const preparedAuthorization = z.strictObject({
  deploymentId: z.string(),
  from: addressSchema,
  to: addressSchema,
  value: units,
  validAfter: units,
  /** Seconds since 1970. */
  validBefore: units,
  nonce: hex(32),
  signature: hex(65),
});

export type PreparedAuthorization = z.infer<typeof preparedAuthorization>;

/**
 * Returns the authorization that was committed with a hold, or null without one.
 *
 * @throws TreasuryError `spend_executor_error` for another payload.
 */
export function readAuthorization(payload: SpendOrder["payload"]): PreparedAuthorization | null {
  if (payload === null) return null;
  const read = preparedAuthorization.safeParse(payload);
  if (read.success) return read.data;
  throw new TreasuryError("spend_executor_error", "The stored authorization has another format.");
}
