import {
  type ConnectedNetwork,
  type Connection,
  type NetworkId,
  tokenDomain,
} from "@agent-treasury/executor-x402/chain";
import { type ExecutorStore, TreasuryError } from "@agent-treasury/provider";
import { amountFromUsd } from "@agent-treasury/provider/helpers";
import type { PaymentRequirements } from "@x402/core/types";
import { type Address, getAddress, isAddress, zeroAddress } from "viem";
import type { SaleOptions } from "./seller-rail.ts";

/** Time for a handler, a settlement and a repetition after a lost answer. */
const maxTimeoutSeconds = 300;

/** What an endpoint sells, and for what. */
export interface SaleTerms {
  readonly requirements: PaymentRequirements;
  readonly network: ConnectedNetwork;
  readonly token: Address;
  readonly payTo: Address;
  readonly amount: bigint;
}

/**
 * Reads the token's name from the chain.
 *
 * @throws TreasuryError `payments_not_connected` for a network that the seller lacks.
 */
export async function saleTerms(
  { priceUsd, network: networkId, payTo }: SaleOptions,
  { networks }: Connection,
  store: ExecutorStore,
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
  const requirements: PaymentRequirements = {
    scheme: "exact",
    network: id,
    asset: token,
    amount: amount.toString(),
    payTo: payee,
    maxTimeoutSeconds,
    extra: { name, version },
  };
  return { requirements, network, token, payTo: payee, amount };
}

/** @throws TreasuryError `invalid_request` if nothing can be paid to it. */
export function checkPayTo(payTo: string): void {
  if (isAddress(payTo) && payTo !== zeroAddress) return;
  throw new TreasuryError("invalid_request", "`payTo` is not an address.");
}
