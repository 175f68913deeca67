import {
  noteOn,
  otherComments,
  type Proposal,
  repetitionNote,
  spendArgumentsSchema,
  tabReport,
} from "@agent-treasury/contract";
import { type JsonObject, Micros } from "@agent-treasury/provider";
import { amountFromUsd, identifierInTurn } from "@agent-treasury/provider/helpers";
import { checkArguments } from "../../../kernel/check-arguments.ts";
import { describeIssues } from "../../../kernel/describe-issues.ts";
import type { Engine } from "../../../kernel/engine.ts";
import { builtInAgentId } from "../../../kernel/ledger/agent-ids.ts";
import { sha256Hex } from "../../../kernel/ledger/hash.ts";
import { spendParameters } from "../../../kernel/proposals/spend-parameters.ts";
import { propose } from "../../../kernel/spends/propose.ts";
import type { AskedSpend } from "../../../kernel/spends/spend-request.ts";
import {
  type ToolOutcome,
  type TurnTool,
  type TurnToolContext,
  failedCall,
  refuseCall,
} from "../../../kernel/turn-tool.ts";
import { readTreasury } from "../../../kernel/views/read-treasury.ts";
import { listTabs } from "../../tabs/later.ts";

export function checkTreasuryTool(engine: Engine): TurnTool {
  return {
    name: "check_treasury",
    description:
      "Read the balance, what can still be spent, the limits on spending, and your open tabs.",
    parametersSchema: { type: "object", properties: {} },
    effect: "read",
    repeatable: true,
    run: async (_input, { workspaceId }) => {
      const state = await readTreasury(engine, workspaceId);
      const { balanceUsd, availableUsd, heldUsd, spentTodayUsd, pendingCount, budget } = state;
      const read = { balanceUsd, availableUsd, heldUsd, spentTodayUsd, pendingCount, budget };
      const tabs = await listTabs(engine, workspaceId, builtInAgentId);
      // Its other tabs are those of its model calls.
      const paying = tabs.filter(({ payee }) => payee !== null).map(tabReport);
      return {
        ok: true,
        content: { ...read, ...(paying.length > 0 && { tabs: paying }) },
      };
    },
  };
}

export function proposeSpendTool(engine: Engine): TurnTool {
  return {
    name: "propose_spend",
    description:
      "Propose to spend money. Small spends to known payees can execute at once. Others wait for approval, which ends the turn. Repeating a proposal in one turn returns the same proposal: to buy twice, give each purchase its own purpose.",
    parametersSchema: spendParameters,
    effect: "write",
    // A repeated call has the same proposal, because its arguments are the same.
    repeatable: true,
    run: (input, context) => proposeInTurn(engine, input, context),
  };
}

async function proposeInTurn(
  engine: Engine,
  input: JsonObject,
  { workspaceId, turnId, epoch, startedBy, ...read }: TurnToolContext,
): Promise<ToolOutcome> {
  try {
    checkArguments(input, Object.keys(spendParameters.properties), "argument");
    const parsed = spendArgumentsSchema.safeParse(input);
    if (!parsed.success) return refuseCall(describeIssues(parsed.error.issues));
    const { amountUsd, vendor, purpose, category = null } = parsed.data;
    const amount = amountFromUsd(amountUsd, "amountUsd");
    const spend = { amount, vendor, purpose, category };
    const id = proposalId(turnId, spend);
    const { hasReadContent, hasReadOutside, message } = read;
    const agent = { agentId: builtInAgentId, behind: startedBy };
    const context = { turnId, epoch, hasReadContent, hasReadOutside, message };
    const request = { id, ...context, ...agent, ...spend };
    const { proposal, isRepeated } = await propose(engine, workspaceId, request);
    return spendOutcome(proposal, isRepeated);
  } catch (error) {
    // The model has to know it, because its next call could buy the same again.
    return failedCall(error, "payment_unconfirmed");
  }
}

function proposalId(turnId: string, { amount, vendor, purpose, category }: AskedSpend): string {
  const spend = [turnId, Micros.toText(amount), vendor, purpose, category];
  const digest = sha256Hex(JSON.stringify(spend));
  return `prop_${identifierInTurn(turnId, digest)}`;
}

const paymentInProgress =
  "The payment is in progress and its amount is held. Do not propose it again.";

const withOwnPurpose = "To buy the same again, give that purchase its own purpose.";

export function spendOutcome(proposal: Proposal, isRepeated = false): ToolOutcome {
  const { id, status, amountUsd, vendor, purpose, verdict, reason, failure, comment } = proposal;
  const { approvedAmountUsd } = proposal;
  const ofStatus = noteOn(proposal, { approved: paymentInProgress });
  const repetition = isRepeated ? repetitionNote(proposal, withOwnPurpose) : null;
  const note = [ofStatus, repetition].filter((text) => text !== null).join(" ");
  const others = otherComments(proposal);
  return {
    ok: status !== "denied" && status !== "failed",
    content: {
      proposalId: id,
      status,
      amountUsd,
      ...(approvedAmountUsd !== null && { approvedAmountUsd }),
      vendor,
      purpose,
      verdict,
      reason,
      failure,
      ...(comment !== null && { comment }),
      ...(others.length > 0 && { otherComments: others }),
      ...(isRepeated && { repeated: true }),
      ...(note !== "" && { note }),
    },
    proposal,
  };
}
