import type { JsonObject } from "@agent-treasury/provider";

/** What `spendArgumentsSchema` of the contract reads, in the words that a model is told, as JSON Schema. */
export const spendParameters: {
  readonly type: "object";
  readonly properties: JsonObject;
  readonly required: readonly string[];
} = {
  type: "object",
  properties: {
    amountUsd: { type: "number", description: "USD, above zero" },
    vendor: { type: "string", description: "who is paid" },
    purpose: { type: "string", description: "what the money is for" },
    category: { type: "string", description: "the kind of purchase, if it helps" },
  },
  required: ["amountUsd", "vendor", "purpose"],
};
