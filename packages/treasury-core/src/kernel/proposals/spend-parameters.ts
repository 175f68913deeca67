import type { JsonObject } from "@agent-treasury/provider";

export const spendParameters: {
  readonly type: "object";
  readonly properties: JsonObject;
  readonly required: readonly string[];
  readonly additionalProperties: false;
} = {
  type: "object",
  properties: {
    amountUsd: { type: "number", description: "USD, above zero" },
    currency: { type: "string", description: "`USD`, the only one (optional)" },
    vendor: { type: "string", description: "the vendor to pay" },
    purpose: { type: "string", description: "the purpose of the payment" },
    category: { type: "string", description: "the category of the purchase (optional)" },
  },
  required: ["amountUsd", "vendor", "purpose"],
  additionalProperties: false,
};
