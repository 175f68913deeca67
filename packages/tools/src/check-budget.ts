import { escapeFieldsForModel } from "@agent-treasury/tool-call-markup";
import * as z from "zod";
import { proposalForModel } from "./for-model.ts";
import type { TreasuryAccess } from "./treasury-access.ts";
import { type ReportFailure, type TreasuryTool, treasuryTool } from "./treasury-tool.ts";

export function checkBudget(access: TreasuryAccess, report: ReportFailure): TreasuryTool {
  return treasuryTool(
    {
      name: "check_budget",
      title: "Check the budget",
      description:
        "Read the balance, what can still be spent, the limits on spending, and the spends that you proposed.",
      inputSchema: z.strictObject({}),
      readOnly: true,
      run: async (_input, call) => {
        const { workspaceId: _workspaceId, proposals, ...budget } = await access.readBudget(call);
        const content = {
          ...escapeFieldsForModel(budget),
          proposals: proposals.map((proposal) => proposalForModel(proposal)),
        };
        return { content, waitingFor: null };
      },
    },
    report,
  );
}
