import { onTestFinished } from "vitest";
import { type FaultyEndpoint, faultyEndpoint } from "./faulty-endpoint.ts";
import { type MarketOptions, openMarket, type OpenMarket } from "./open-market.ts";

/** A market whose buyer has a second RPC endpoint, with faults. */
export interface X402Market extends OpenMarket {
  readonly endpoint: FaultyEndpoint;
}

/** Opens a market until the test ends. */
export async function x402Market(options?: MarketOptions): Promise<X402Market> {
  const market = await openMarket(options);
  onTestFinished(() => market.close());
  const endpoint = await faultyEndpoint(market.chain.rpcUrl);
  const rail = { ...market.rail, rpcUrls: [...market.rail.rpcUrls, endpoint.url] };
  return { ...market, rail, endpoint };
}
