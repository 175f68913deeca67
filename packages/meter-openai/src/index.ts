export type { MeterTabs } from "@agent-treasury/provider";
export { MeterError, type MeterOptions, type UnsettledCharge } from "./meter-options.ts";
export { type MeteredFetchOptions, meteredFetch } from "./metered-fetch.ts";
export {
  type ModelCall,
  type ModelPrices,
  type TieredPrice,
  type TokenPrice,
  catalogPrices,
} from "./model-prices.ts";
