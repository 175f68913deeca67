export { type MppExecutor, mppExecutor, type MppOptions } from "./mpp-executor.ts";
