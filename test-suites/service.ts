export type { ServiceClient, MakeClient } from "./service/drivers/service-client.ts";
export { serviceConformance } from "./service/service-conformance.ts";
export type * from "./service/service-surface.ts";
export { startBareHandler } from "./service/surfaces/bare-handler.ts";
export { type ServedOrigin, overNetwork } from "./service/surfaces/over-network.ts";
export type { AccessRulesName } from "./service/treasury/access-rules.ts";
export type { ServiceOptions, ServiceDeps } from "./service/treasury/service-parts.ts";
export { serviceTreasury } from "./service/treasury/service-treasury.ts";
export type * from "./service/wire-exchange.ts";
