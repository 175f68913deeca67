import { requestLimits } from "@agent-treasury/contract";
import * as z from "zod";
import { proposalForModel } from "./for-model.ts";
import { filled } from "./tool-fields.ts";
import type { TreasuryAccess } from "./treasury-access.ts";
import { type ReportFailure, type TreasuryTool, treasuryTool } from "./treasury-tool.ts";

const inputSchema = z.strictObject({
  proposalId: filled(requestLimits.sessionIdCharacters).describe("Id of one of your spends"),
  waitSeconds: z
    .number()
    .min(0)
    .max(requestLimits.waitSeconds)
    .nullish()
    .describe("Seconds to wait for the outcome. Default: 0"),
});

export function followProposal(access: TreasuryAccess, report: ReportFailure): TreasuryTool {
  return treasuryTool(
    {
      name: "follow_proposal",
      title: "Follow a spend",
      description:
        "Read the status of a spend that you proposed, or wait up to 55 seconds for its outcome.",
      inputSchema,
      readOnly: true,
      // A reading never suspends the agent.
      run: async (input, call) => {
        const { proposal } = await access.readProposal(input, call);
        return { content: proposalForModel(proposal), waitingFor: null };
      },
    },
    report,
  );
}
