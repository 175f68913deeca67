import { tabReport } from "@agent-treasury/contract";
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
        "Read the balance, what can still be spent, the limits on spending, the spends that you proposed, and your open tabs.",
      inputSchema: z.strictObject({}),
      readOnly: true,
      run: async (_input, call) => {
        const [{ workspaceId: _workspaceId, proposals, ...budget }, tabs] = await Promise.all([
          access.readBudget(call),
          access.readTabs(call),
        ]);
        const content = {
          ...escapeFieldsForModel(budget),
          proposals: proposals.map((proposal) => proposalForModel(proposal)),
          ...(tabs.length > 0 && { tabs: tabs.map((tab) => escapeFieldsForModel(tabReport(tab))) }),
        };
        return { content, waitingFor: null };
      },
    },
    report,
  );
}
