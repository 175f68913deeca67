export { type NextHandlers, type NextRouteHandler, nextHandlers } from "./next-handlers.ts";
export type { MountedTreasury, TreasurySource } from "./treasury-loader.ts";
