import { type ConnectedNetwork, tokenDomain } from "@agent-treasury/executor-x402/chain";
import { TreasuryError } from "@agent-treasury/provider";
import { amountFromUsd } from "@agent-treasury/provider/helpers";
import type { PaymentRequirements } from "@x402/core/types";
import { type Address, getAddress, isAddress, zeroAddress } from "viem";
import type { PaidEndpointOptions } from "./endpoint-options.ts";

/** Time for a handler, a settlement and a repetition after a lost answer. */
const maxTimeoutSeconds = 300;
const maximumDescriptionLength = 200;

/** What an endpoint sells, and for what. */
export interface SaleTerms {
  readonly requirements: PaymentRequirements;
  readonly network: ConnectedNetwork;
  readonly token: Address;
  readonly payTo: Address;
  readonly amount: bigint;
}

/** @throws TreasuryError `invalid_request` for a wrong option. */
export function checkOptions({ priceUsd, payTo, description }: PaidEndpointOptions): void {
  amountFromUsd(priceUsd, "priceUsd");
  if (!isAddress(payTo) || payTo === zeroAddress) throw invalid("`payTo` is not an address.");
  if (description === "" || description.length > maximumDescriptionLength) {
    throw invalid(`\`description\` must have 1 to ${maximumDescriptionLength} characters.`);
  }
}

/**
 * Reads the token's name from the chain.
 *
 * @throws TreasuryError `payments_not_connected` for a network that the seller lacks.
 */
export async function saleTerms(options: PaidEndpointOptions): Promise<SaleTerms> {
  const { seller, priceUsd, network: networkId } = options;
  const { networks, context } = seller.connection();
  const network = networks.get(networkId);
  const token = network?.tokens[0];
  if (network === undefined || token === undefined) {
    const message = `The x402 seller is not connected to ${networkId}.`;
    throw new TreasuryError("payments_not_connected", message);
  }
  const payTo = getAddress(options.payTo);
  const amount = amountFromUsd(priceUsd, "priceUsd");
  const place = { network: networkId, token };
  const { name, version } = await tokenDomain(place, network.endpoints, context.store);
  const requirements: PaymentRequirements = {
    scheme: "exact",
    network: networkId,
    asset: token,
    amount: amount.toString(),
    payTo,
    maxTimeoutSeconds,
    extra: { name, version },
  };
  return { requirements, network, token, payTo, amount };
}

function invalid(message: string): TreasuryError {
  return new TreasuryError("invalid_request", message);
}
