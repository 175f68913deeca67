import type { JsonObject } from "@agent-treasury/provider";

/** The arguments of `fetch_paid`, for models. */
export const paidFetchParameters: {
  readonly type: "object";
  readonly properties: JsonObject;
  readonly required: readonly string[];
  readonly additionalProperties: false;
} = {
  type: "object",
  properties: {
    url: { type: "string", description: "the https address to request" },
    method: { type: "string", enum: ["GET", "POST"], description: "GET by default" },
    contentType: { type: "string", description: "the content type of the body (optional)" },
    body: { type: "string", description: "the body of a POST (optional)" },
    purpose: { type: "string", description: "the purpose of the request" },
    category: { type: "string", description: "the category of the purchase (optional)" },
    maximumUsd: { type: "number", description: "the highest price in USD to propose (optional)" },
    currency: { type: "string", description: "`USD`, the only one (optional)" },
    followRedirects: {
      type: "boolean",
      description: "whether to follow redirects of the seller before a payment (optional)",
    },
    tabId: {
      type: "string",
      description:
        "the id of your open tab whose payee is the seller, which pays the price without another decision (optional)",
    },
  },
  required: ["url", "purpose"],
  additionalProperties: false,
};
