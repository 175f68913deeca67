import { type PaymentMode, TreasuryError } from "@agent-treasury/provider";
import { type RpcEndpoint, rpcEndpoint } from "./chain/rpc-endpoint.ts";
import { type NetworkId, type X402Network, knownNetworks } from "./networks.ts";
import type { X402Options } from "./x402-options.ts";

export interface ConnectedNetwork extends X402Network {
  readonly endpoints: readonly [RpcEndpoint, ...RpcEndpoint[]];
}

export interface Connection {
  readonly mode: PaymentMode;
  readonly networks: ReadonlyMap<NetworkId, ConnectedNetwork>;
}

/**
 * Checks the options, without a request.
 *
 * @throws TreasuryError `payments_not_connected` if a setting is missing or wrong.
 */
export function connect({
  rpcUrls,
  networks = {},
}: Pick<X402Options, "rpcUrls" | "networks">): Connection {
  const table: Readonly<Record<NetworkId, X402Network>> = { ...knownNetworks, ...networks };
  const connected = Object.entries(rpcUrls).map(([name, urls]) => {
    const id = name as NetworkId;
    const network = table[id];
    if (network === undefined) throw notConnected(`The network ${id} is not in the table.`);
    const [first, ...others] = [...new Set(urls)].map((url, at) => rpcEndpoint(id, url, at + 1));
    if (first === undefined) throw notConnected(`\`rpcUrls\` has no URL for ${id}.`);
    return [id, { ...network, endpoints: [first, ...others] }] as const;
  });
  const modes = new Set(connected.map(([, { mode }]) => mode));
  const [mode] = modes;
  if (mode === undefined) throw notConnected("`rpcUrls` has no network.");
  if (modes.size > 1) throw notConnected("`rpcUrls` mixes live networks with test networks.");
  return { mode, networks: new Map(connected) };
}

/** @throws TreasuryError `spend_executor_error` if the network is not connected. */
export function networkOf({ networks }: Connection, id: NetworkId): ConnectedNetwork {
  const network = networks.get(id);
  if (network !== undefined) return network;
  throw new TreasuryError("spend_executor_error", `There is no RPC endpoint for ${id}.`);
}

function notConnected(message: string): TreasuryError {
  return new TreasuryError("payments_not_connected", message);
}
