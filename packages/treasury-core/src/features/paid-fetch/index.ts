import type { Feature } from "../../kernel/feature.ts";
import type { fetchForProposer as loadedFetch } from "./fetch-for-proposer.ts";

export type { PaidFetchOutcome } from "./fetch-paid.ts";
export { fetchedForModel } from "./fetched-for-model.ts";
export { paidFetchTermsOf } from "./paid-fetch-from-options.ts";
export { paidFetchParameters } from "./paid-fetch-parameters.ts";
export type { PaidFetchTerms } from "./paid-fetch-terms.ts";
export { utf8TextOf } from "./resource-text.ts";
export { readStoredResource } from "./stored-resource.ts";

/** As `fetchForProposer` of the module that it loads. */
export async function fetchForProposer(
  ...request: Parameters<typeof loadedFetch>
): ReturnType<typeof loadedFetch> {
  const operations = await import("./paid-fetch-operations.ts");
  return operations.fetchForProposer(...request);
}

/** Requests to sellers, whose prices are proposed as spends. */
export const paidFetchFeature: Feature = {
  name: "paid-fetch",
  requires: ["agent", "external-agents", "payments", "tabs"],
};
