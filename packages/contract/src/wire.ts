/** Entry for clients: types and defaults, without zod. */
export * from "./defaults.ts";
export type * from "./errors.ts";
export type * from "./calls/index.ts";
export type * from "./routes.ts";
export type * from "./shapes.ts";
export { isTab, tabEnd } from "./tab-terms.ts";
