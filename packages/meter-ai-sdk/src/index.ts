export {
  MeterError,
  type MeterOptions,
  type ModelCall,
  type ModelPrices,
  type MeterTabs,
  type TieredPrice,
  type TokenPrice,
  type UnsettledCharge,
  catalogPrices,
} from "@agent-treasury/meter-openai";
export { tabMiddleware } from "./tab-middleware.ts";
