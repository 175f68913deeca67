import type { JsonObject } from "@agent-treasury/provider";
import { type Address, getAddress, isAddress, zeroAddress } from "viem";
import * as z from "zod";
import { listedToken } from "../chain/token-domain.ts";
import type { ConnectedNetwork, Connection } from "../connection.ts";
import type { NetworkId } from "../networks.ts";

/** Less is too short for a payment and a second attempt. */
const minimumTimeoutSeconds = 20;
const maximumReasons = 3;

const requirement = z.object({
  scheme: z.string(),
  network: z.string(),
  asset: z.string(),
  amount: z.string(),
  payTo: z.string(),
  maxTimeoutSeconds: z.number(),
  extra: z.record(z.string(), z.json()).nullish(),
});

/** A requirement that this rail can meet. */
export interface ChosenRequirement {
  readonly accepted: JsonObject;
  readonly networkId: NetworkId;
  readonly network: ConnectedNetwork;
  readonly token: Address;
  readonly payTo: Address;
  readonly amount: bigint;
  readonly maxTimeoutSeconds: number;
  /** The seller's own words about the token, to compare. */
  readonly extra: JsonObject;
}

/** Returns the cheapest requirement that can be met, or why none can. */
export function chooseRequirement(
  accepts: readonly JsonObject[],
  connection: Connection,
): ChosenRequirement | string {
  const read = accepts.map((accepted) => readRequirement(accepted, connection));
  const [cheapest] = read
    .filter((one) => typeof one !== "string")
    .toSorted((one, other) => (one.amount < other.amount ? -1 : Number(one.amount > other.amount)));
  if (cheapest !== undefined) return cheapest;
  const reasons = [...new Set(read.filter((one) => typeof one === "string"))];
  return reasons.slice(0, maximumReasons).join(" ") || "The seller accepts nothing.";
}

function readRequirement(accepted: JsonObject, connection: Connection): ChosenRequirement | string {
  const read = requirement.safeParse(accepted);
  if (!read.success) return "The seller's requirement is not valid x402 version 2.";
  const { scheme, asset, amount, payTo, maxTimeoutSeconds, extra } = read.data;
  if (scheme !== "exact") return `The scheme ${cut(scheme)} is not supported.`;
  const method = extra?.["assetTransferMethod"] ?? "eip3009";
  if (method !== "eip3009") return "The seller asks for a transfer other than by EIP-3009.";
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
    networkId,
    network,
    token,
    payTo: getAddress(payTo),
    amount: BigInt(amount),
    maxTimeoutSeconds,
    extra: extra ?? {},
  };
}

function cut(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}
