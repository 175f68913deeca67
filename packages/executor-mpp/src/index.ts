export { type MppChargeOptions, mppCharges } from "./mpp-charges.ts";
export { type MppExecutor, mppExecutor, type MppOptions } from "./mpp-executor.ts";
