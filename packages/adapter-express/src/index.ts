export { expressHandler } from "./express-handler.ts";
export type { ExpressMiddleware, ExpressRequest, MountedTreasury } from "./express-types.ts";
