import { requestLimits } from "@agent-treasury/contract";
import * as z from "zod";
import { proposalForModel, resourceForModel, waitingIn } from "./for-model.ts";
import { category, currency, filled, idempotencyKey, spendInput, usd } from "./tool-fields.ts";
import type { TreasuryAccess } from "./treasury-access.ts";
import { type ReportFailure, type TreasuryTool, treasuryTool } from "./treasury-tool.ts";

const inputSchema = spendInput({
  url: filled(requestLimits.urlCharacters).describe("The https address to request"),
  method: z.enum(["GET", "POST"]).nullish().describe("GET by default"),
  contentType: z
    .string()
    .max(requestLimits.contentTypeCharacters)
    .nullish()
    .describe("Content type of the body of a POST"),
  body: z.string().max(requestLimits.paidBodyBytes).nullish().describe("Body of a POST"),
  purpose: filled(requestLimits.paidPurposeCharacters).describe("Purpose of the request"),
  currency,
  category,
  maximumUsd: usd.nullish().describe("Highest price in USD to propose"),
  followRedirects: z
    .boolean()
    .nullish()
    .describe("Whether to follow redirects of the seller before a payment. Default: false"),
  tabId: z
    .string()
    .max(requestLimits.sessionIdCharacters)
    .nullish()
    .describe(
      "Id of your open tab whose payee is the seller. It pays the price without another decision.",
    ),
  idempotencyKey,
});

export function fetchPaid(access: TreasuryAccess, report: ReportFailure): TreasuryTool {
  return treasuryTool(
    {
      name: "fetch_paid",
      title: "Request a seller, and pay",
      description:
        "Request an address of a seller. If the seller asks for a payment, its price is proposed like any other spend, and the content is returned once it is paid. Calling this again with the same values is the same purchase, and returns its content. It never pays twice.",
      inputSchema,
      readOnly: false,
      run: async (input, call) => {
        const { proposal, resource, note } = await access.fetchPaid(input, call);
        const content = {
          ...(proposal !== null && proposalForModel(proposal, note)),
          resource: resource && resourceForModel(resource),
        };
        return { content, waitingFor: proposal && waitingIn(proposal) };
      },
    },
    report,
  );
}
