import { type PaymentMode, TreasuryError } from "@agent-treasury/provider";
import { HTTPFacilitatorClient } from "@x402/core/http";
import type {
  PaymentPayload,
  PaymentRequirements,
  SettleResponse,
  VerifyResponse,
} from "@x402/core/types";
import { type Address, getAddress, isAddress } from "viem";

/** Verifies payments and brings them to the chain, in the process or over HTTP. */
export interface Facilitator {
  verify(payload: PaymentPayload, requirements: PaymentRequirements): Promise<VerifyResponse>;
  settle(payload: PaymentPayload, requirements: PaymentRequirements): Promise<SettleResponse>;
  /** Names the address that settles `upto`. Required for that scheme. */
  getSupported?(): SupportedSchemes | Promise<SupportedSchemes>;
}

interface SupportedSchemes {
  readonly kinds: readonly {
    readonly scheme: string;
    readonly network: string;
    readonly extra?: Readonly<Record<string, unknown>>;
  }[];
}

/**
 * Returns the address to which buyers bind a payment by `upto`.
 *
 * @throws TreasuryError `payments_not_connected` without one.
 */
export async function settlingAddress(facilitator: Facilitator, network: string): Promise<Address> {
  const { kinds = [] } = (await facilitator.getSupported?.()) ?? {};
  const kind = kinds.find((one) => one.scheme === "upto" && one.network === network);
  const address = kind?.extra?.["facilitatorAddress"];
  if (typeof address === "string" && isAddress(address)) return getAddress(address);
  const message = `The facilitator does not support the scheme \`upto\` on ${network}.`;
  throw new TreasuryError("payments_not_connected", message);
}

/** A public service for test networks. */
const testUrl = "https://x402.org/facilitator";

/**
 * Returns a facilitator whose refusals are answers, also if it throws them.
 *
 * @throws TreasuryError `payments_not_connected` if a live network has none.
 */
export function facilitatorOf(
  given: Facilitator | string | undefined,
  mode: PaymentMode,
  onFailure: (error: unknown) => void,
): Facilitator {
  if (given === undefined && mode === "live") {
    throw new TreasuryError("payments_not_connected", "Live networks require a `facilitator`.");
  }
  const facilitator =
    typeof given === "object" ? given : new HTTPFacilitatorClient({ url: given ?? testUrl });
  return {
    getSupported: () => facilitator.getSupported?.() ?? { kinds: [] },
    verify: (payload, requirements) =>
      facilitator.verify(payload, requirements).catch((error: unknown) => {
        const { invalidReason } = (error ?? {}) as Partial<VerifyResponse>;
        if (typeof invalidReason === "string") return { isValid: false, invalidReason };
        onFailure(error);
        throw error;
      }),
    settle: (payload, requirements) =>
      facilitator.settle(payload, requirements).catch((error: unknown) => {
        const { errorReason, transaction } = (error ?? {}) as Partial<SettleResponse>;
        if (typeof errorReason === "string" && typeof transaction === "string") {
          return { success: false, errorReason, transaction, network: requirements.network };
        }
        onFailure(error);
        throw error;
      }),
  };
}
