import { TreasuryError, isTreasuryError } from "@agent-treasury/provider";
import { type PublicClient, createPublicClient, http } from "viem";
import { type NetworkId, chainIdOf } from "../networks.ts";

/** Short, because an outcome waits for all endpoints. Recovery repeats the call. */
const timeoutMs = 5_000;

/** Calls one endpoint. The URL often contains a key, so errors have neither it nor a cause. */
export type RpcEndpoint = <Answer>(
  call: (client: PublicClient) => Promise<Answer>,
) => Promise<Answer>;

/** Calls endpoints until one answers. For facts that a lying endpoint cannot exploit. */
export async function firstAnswer<Answer>(
  [first, ...others]: readonly [RpcEndpoint, ...RpcEndpoint[]],
  call: (client: PublicClient) => Promise<Answer>,
): Promise<Answer> {
  const [second, ...rest] = others;
  if (second === undefined) return first(call);
  return first(call).catch(() => firstAnswer([second, ...rest], call));
}

export function rpcEndpoint(network: NetworkId, url: string, ordinal: number): RpcEndpoint {
  const transport = http(url, { timeout: timeoutMs, retryCount: 0 });
  const client = createPublicClient({ transport, cacheTime: 0 });
  const name = `RPC endpoint ${ordinal} of ${network}`;
  let checked: Promise<void> | undefined;
  const check = async (): Promise<void> => {
    if ((await client.getChainId()) === chainIdOf(network)) return;
    throw new TreasuryError("spend_executor_error", `${name} serves another chain.`);
  };
  return async (call) => {
    try {
      await (checked ??= check());
      return await call(client);
    } catch (error) {
      if (isTreasuryError(error)) throw error;
      // A failed check is repeated by the next call.
      checked = undefined;
      throw new TreasuryError("spend_executor_error", `${name} failed.`);
    }
  };
}
