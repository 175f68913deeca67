export type { ServiceClient, MakeClient } from "./service-suite/callers/client-caller.ts";
export { serviceConformance } from "./service-suite/service-conformance.ts";
export type * from "./service-suite/service-surface.ts";
export { startBareHandler } from "./service-suite/surfaces/bare-handler.ts";
export { type ServedOrigin, overNetwork } from "./service-suite/surfaces/over-network.ts";
export type { AccessRulesName } from "./service-suite/treasury/access-rules.ts";
export type { ServiceOptions, ServiceParts } from "./service-suite/treasury/service-parts.ts";
export { serviceTreasury } from "./service-suite/treasury/service-treasury.ts";
export type * from "./service-suite/wire-exchange.ts";
