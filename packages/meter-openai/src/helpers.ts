/**
 * Bounds, charges and streams, shared by meters.
 *
 * @module
 */
export { parse } from "./answer-reader.ts";
export { CallContent, isCount, isFields, jsonOf } from "./call-content.ts";
export { type Charge, type ReservedAmount, reserveAmount, reserveCharge } from "./charge.ts";
export { isRejection, wasNotSent } from "./failed-call.ts";
export { checkMeterOptions } from "./meter-options.ts";
export type { TokenUsage } from "./model-prices.ts";
export { observedStream } from "./observed-stream.ts";
export { readUsage } from "./read-usage.ts";
export { type CallBounds, type PricedCall, priceCall } from "./worst-case.ts";
