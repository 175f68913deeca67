import {
  type ConnectedNetwork,
  type Connection,
  type NetworkId,
  tokenDomain,
} from "@agent-treasury/executor-x402/chain";
import { type ExecutorStore, type Micros, TreasuryError } from "@agent-treasury/provider";
import { amountFromUsd } from "@agent-treasury/provider/helpers";
import type { PaymentRequirements } from "@x402/core/types";
import { type Address, getAddress, isAddress, zeroAddress } from "viem";
import { type Facilitator, settlingAddress } from "./facilitator.ts";
import type { SaleOptions } from "./seller-rail.ts";

/** Time for a handler, a settlement and a repetition after a lost answer. */
const maxTimeoutSeconds = 300;

/** What an endpoint sells, and for what. */
export interface SaleTerms {
  readonly requirements: PaymentRequirements;
  readonly network: ConnectedNetwork;
  readonly token: Address;
  readonly payTo: Address;
  readonly amount: Micros;
  /** A transfer by Permit2 that this facilitator alone settles. Null for EIP-3009. */
  readonly permit2: { readonly facilitator: Address } | null;
}

interface TermsDeps {
  readonly store: ExecutorStore;
  readonly facilitator: Facilitator;
}

/**
 * Reads the token's name from the chain.
 *
 * @throws TreasuryError `payments_not_connected` for a network that the seller lacks, or a scheme that
 * the facilitator lacks.
 */
export async function saleTerms(
  { priceUsd, network: networkId, payTo, scheme = "exact" }: SaleOptions,
  { networks }: Connection,
  { store, facilitator: collector }: TermsDeps,
): Promise<SaleTerms> {
  const id = networkId as NetworkId;
  const network = networks.get(id);
  const token = network?.tokens[0];
  if (network === undefined || token === undefined) {
    const message = `The x402 seller is not connected to ${networkId}.`;
    throw new TreasuryError("payments_not_connected", message);
  }
  const payee = getAddress(payTo);
  const amount = amountFromUsd(priceUsd, "priceUsd");
  const { name, version } = await tokenDomain({ network: id, token }, network.endpoints, store);
  const facilitator = scheme === "upto" ? await settlingAddress(collector, id) : null;
  const bound = facilitator && {
    assetTransferMethod: "permit2",
    facilitatorAddress: facilitator,
  };
  const requirements: PaymentRequirements = {
    scheme,
    network: id,
    asset: token,
    amount: amount.toString(),
    payTo: payee,
    maxTimeoutSeconds,
    extra: { name, version, ...bound },
  };
  const permit2 = facilitator && { facilitator };
  return { requirements, network, token, payTo: payee, amount, permit2 };
}

/** @throws TreasuryError `invalid_request` if nothing can be paid to it. */
export function checkPayTo(payTo: string): void {
  if (isAddress(payTo) && payTo !== zeroAddress) return;
  throw new TreasuryError("invalid_request", "`payTo` is not an address.");
}
