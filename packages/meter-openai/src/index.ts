export {
  MeterError,
  type MeterOptions,
  type MeterTabs,
  type UnsettledCharge,
} from "./meter-options.ts";
export { type MeteredFetchOptions, meteredFetch } from "./metered-fetch.ts";
export {
  type ModelCall,
  type ModelPrices,
  type TieredPrice,
  type TokenPrice,
  catalogPrices,
} from "./model-prices.ts";
