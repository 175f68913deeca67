export { type MountedTreasury, honoHandler } from "./hono-handler.ts";
