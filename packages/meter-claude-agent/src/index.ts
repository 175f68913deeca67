export { type ClaudeMeterOptions, type ReadableTabs, meteredQuery } from "./metered-query.ts";
export type { UnsettledCharge } from "@agent-treasury/meter-openai";
