export { fastifyTreasury } from "./fastify-treasury.ts";
export type { MountedTreasury } from "@agent-treasury/treasury-core/node";
