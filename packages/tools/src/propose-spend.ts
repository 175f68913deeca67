import { requestLimits } from "@agent-treasury/contract";
import { escapeFieldsForModel } from "@agent-treasury/tool-call-markup";
import * as z from "zod";
import { proposalForModel, waitingIn } from "./for-model.ts";
import { category, currency, filled, idempotencyKey, spendInput, usd } from "./tool-fields.ts";
import type { TreasuryAccess } from "./treasury-access.ts";
import { type ReportFailure, type TreasuryTool, treasuryTool } from "./treasury-tool.ts";

const inputSchema = spendInput({
  amountUsd: usd.describe("Amount in USD, above zero"),
  vendor: filled(requestLimits.vendorCharacters).describe("Vendor to pay"),
  purpose: filled(requestLimits.purposeCharacters).describe("Purpose of the payment"),
  currency,
  category,
  idempotencyKey,
  dryRun: z
    .boolean()
    .nullish()
    .describe("If true, returns what would happen now. Spends and stores nothing."),
});

export function proposeSpend(access: TreasuryAccess, report: ReportFailure): TreasuryTool {
  return treasuryTool(
    {
      name: "propose_spend",
      title: "Propose a spend",
      description:
        "Spend money of the treasury. A small spend to a known payee can execute at once. Any other waits until a person approves or denies it. Calling this again with the same values, at any time, returns the same spend and its outcome. It never pays twice.",
      inputSchema,
      readOnly: false,
      run: async (input, call) => {
        const { proposal, dryRun, explanation, note } = await access.propose(input, call);
        const spend = proposalForModel(proposal, note);
        if (!dryRun) return { content: spend, waitingFor: waitingIn(proposal) };
        const content = { ...spend, dryRun, explanation: explanation.map(escapeFieldsForModel) };
        return { content, waitingFor: null };
      },
    },
    report,
  );
}
