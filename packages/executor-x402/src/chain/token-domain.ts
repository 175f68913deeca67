import { TreasuryError, type ExecutorStore } from "@agent-treasury/provider";
import { type Address, domainSeparator, isAddressEqual } from "viem";
import { type NetworkId, type X402Network, chainIdOf, tokenDecimals } from "../networks.ts";
import { type RpcEndpoint, firstAnswer } from "./rpc-endpoint.ts";
import { tokenAbi } from "./token-abi.ts";

/** The part of a token's EIP-712 domain that only its contract knows. */
export interface TokenDomain {
  readonly name: string;
  readonly version: string;
}

/**
 * Returns a token's domain, read from the chain at the first call of the deployment and pinned in
 * the store.
 *
 * @throws TreasuryError `spend_executor_error` if the contract contradicts itself or the table.
 */
export async function tokenDomain(
  { network, token }: { readonly network: NetworkId; readonly token: Address },
  endpoints: readonly [RpcEndpoint, ...RpcEndpoint[]],
  store: ExecutorStore,
): Promise<TokenDomain> {
  const key = `token/${network}/${token.toLowerCase()}`;
  const pinned =
    (await store.get(key)) ??
    (await store.put(key, { ...(await readDomain(network, token, endpoints)) }, null));
  const { name, version } = pinned;
  if (typeof name === "string" && typeof version === "string") return { name, version };
  throw new TreasuryError("spend_executor_error", `The store has no domain of ${token}.`);
}

async function readDomain(
  network: NetworkId,
  token: Address,
  endpoints: readonly [RpcEndpoint, ...RpcEndpoint[]],
): Promise<TokenDomain> {
  const contract = { address: token, abi: tokenAbi } as const;
  const [name, version, decimals, separator] = await firstAnswer(endpoints, (client) =>
    Promise.all([
      client.readContract({ ...contract, functionName: "name" }),
      client.readContract({ ...contract, functionName: "version" }),
      client.readContract({ ...contract, functionName: "decimals" }),
      client.readContract({ ...contract, functionName: "DOMAIN_SEPARATOR" }),
    ]),
  );
  if (decimals !== tokenDecimals) {
    throw new TreasuryError(
      "spend_executor_error",
      `The token ${token} on ${network} has ${decimals} decimals instead of ${tokenDecimals}.`,
    );
  }
  const domain = { name, version, chainId: chainIdOf(network), verifyingContract: token };
  if (domainSeparator({ domain }) !== separator) {
    throw new TreasuryError(
      "spend_executor_error",
      `The token ${token} on ${network} signs with another domain than its name and version.`,
    );
  }
  return { name, version };
}

/** Returns the listed token that an address names, or undefined. */
export function listedToken({ tokens }: X402Network, address: Address): Address | undefined {
  return tokens.find((token) => isAddressEqual(token, address));
}
