export { expressHandler } from "./express-handler.ts";
export { normalRequests } from "./normal-requests.ts";
export type { ExpressMiddleware, ExpressRequest, MountedTreasury } from "./express-types.ts";
