export { type MppChargeOptions, mppCharges } from "./mpp-charges.ts";
export { mppStripeExecutor, type MppStripeOptions } from "./stripe/mpp-stripe-executor.ts";
export { type MppExecutor, mppExecutor, type MppOptions } from "./mpp-executor.ts";
