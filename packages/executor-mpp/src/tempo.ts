export { mppTempoExecutor, type MppTempoOptions } from "./tempo/mpp-tempo-executor.ts";
