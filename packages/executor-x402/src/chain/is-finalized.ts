import type { RpcEndpoint } from "./rpc-endpoint.ts";

/** Whether a block can no longer be replaced, by all endpoints. */
export async function isFinalized(
  blockNumber: bigint,
  endpoints: readonly RpcEndpoint[],
): Promise<boolean> {
  const numbers = await Promise.all(
    endpoints.map((endpoint) =>
      endpoint(async (client) => (await client.getBlock({ blockTag: "finalized" })).number),
    ),
  );
  return numbers.every((number) => number >= blockNumber);
}
