import type { Feature } from "../../kernel/feature.ts";

/** What agents cost, by agent, payee, meter or day. */
export const costsFeature: Feature = { name: "costs", requires: ["tabs"] };
