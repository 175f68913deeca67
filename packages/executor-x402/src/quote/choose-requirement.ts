import type { JsonObject } from "@agent-treasury/provider";
import { type Address, getAddress, isAddress, zeroAddress } from "viem";
import * as z from "zod";
import { isApproved, notApproved } from "../chain/nonce-state.ts";
import { firstAnswer } from "../chain/rpc-endpoint.ts";
import { listedToken } from "../chain/token-domain.ts";
import type { ConnectedNetwork, Connection } from "../connection.ts";
import type { NetworkId } from "../networks.ts";
import type { QuoteTerms } from "./quote-terms.ts";

/** Less is too short for a payment and a second attempt. */
export const minimumTimeoutSeconds = 20;
const maximumReasons = 3;

const requirement = z.object({
  scheme: z.string(),
  network: z.string(),
  asset: z.string(),
  amount: z.string(),
  payTo: z.string(),
  maxTimeoutSeconds: z.number(),
  validUntil: z.int().positive().nullable().default(null),
  extra: z.record(z.string(), z.json()).nullish(),
});

/** A requirement that this rail can meet. */
export interface ChosenRequirement {
  readonly accepted: JsonObject;
  readonly scheme: QuoteTerms["scheme"];
  readonly permit2: QuoteTerms["permit2"];
  readonly networkId: NetworkId;
  readonly network: ConnectedNetwork;
  readonly token: Address;
  readonly payTo: Address;
  readonly amount: bigint;
  readonly maxTimeoutSeconds: number;
  readonly validUntil: number | null;
  /** The seller's own words about the token, to compare. */
  readonly extra: JsonObject;
}

/**
 * Returns the first requirement that can be met, or why none can: the lowest maximum first, then
 * EIP-3009, `exact` by Permit2 and `upto`, then in the seller's order.
 */
export async function chooseRequirement(
  accepts: readonly JsonObject[],
  connection: Connection,
  account: Address,
): Promise<ChosenRequirement | string> {
  const read = accepts.map((accepted) => readRequirement(accepted, connection));
  const reasons = new Set(read.filter((one) => typeof one === "string"));
  for (const chosen of read.filter((one) => typeof one !== "string").toSorted(inOrder)) {
    const { token, amount, networkId, network } = chosen;
    const isPayable =
      chosen.permit2 === null ||
      (await firstAnswer(network.endpoints, (client) =>
        isApproved(client, token, account, amount),
      ));
    if (isPayable) return chosen;
    reasons.add(notApproved(token, networkId));
  }
  return [...reasons].slice(0, maximumReasons).join(" ") || "The seller accepts nothing.";
}

function inOrder(one: ChosenRequirement, other: ChosenRequirement): number {
  if (one.amount !== other.amount) return one.amount < other.amount ? -1 : 1;
  return rankOf(one) - rankOf(other);
}

function rankOf({ scheme, permit2 }: ChosenRequirement): number {
  if (permit2 === null) return 0;
  return scheme === "exact" ? 1 : 2;
}

function readRequirement(accepted: JsonObject, connection: Connection): ChosenRequirement | string {
  const read = requirement.safeParse(accepted);
  if (!read.success) return "The seller's requirement is not valid x402 version 2.";
  const { scheme, asset, amount, payTo, maxTimeoutSeconds, validUntil, extra } = read.data;
  if (scheme !== "exact" && scheme !== "upto") {
    return `The scheme ${cut(scheme)} is not supported.`;
  }
  const method = extra?.["assetTransferMethod"] ?? (scheme === "exact" ? "eip3009" : "permit2");
  const isPermit = method === "permit2";
  if (!isPermit && (method !== "eip3009" || scheme !== "exact")) {
    return "The seller asks for a transfer other than by EIP-3009 or Permit2.";
  }
  const named = scheme === "upto" ? extra?.["facilitatorAddress"] : null;
  const facilitator =
    typeof named === "string" && isAddress(named, { strict: false }) ? named : null;
  if (named !== null && facilitator === null) return "The seller names no facilitator for `upto`.";
  const networkId = read.data.network as NetworkId;
  const network = connection.networks.get(networkId);
  if (network === undefined) return `The network ${cut(networkId)} is not connected.`;
  const token = isAddress(asset, { strict: false }) ? listedToken(network, asset) : undefined;
  if (token === undefined) return `The asset ${cut(asset)} is not in the table of ${networkId}.`;
  if (!isAddress(payTo, { strict: false }) || payTo === zeroAddress) {
    return "The seller's payee is not an address.";
  }
  if (!/^[1-9]\d{0,14}$/.test(amount)) return "The seller's price is not a valid amount.";
  if (!Number.isSafeInteger(maxTimeoutSeconds) || maxTimeoutSeconds < minimumTimeoutSeconds) {
    return `The seller gives a payment less than ${minimumTimeoutSeconds} s.`;
  }
  return {
    accepted,
    scheme,
    permit2: isPermit ? { facilitator: facilitator && getAddress(facilitator) } : null,
    networkId,
    network,
    token,
    payTo: getAddress(payTo),
    amount: BigInt(amount),
    maxTimeoutSeconds,
    validUntil,
    extra: extra ?? {},
  };
}

function cut(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}
