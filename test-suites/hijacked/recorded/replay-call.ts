import { scriptedModel } from "@agent-treasury/sandbox";
import {
  type AgentTool,
  createTreasury,
  type TreasuryOptions,
} from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { callOf } from "../../injection/call-of.ts";
import { type MoneyCall, paidBefore } from "./banking.ts";

/** A deployment in which the calls are replayed. */
export interface Setting {
  readonly name: string;
  readonly options: Pick<TreasuryOptions, "autoApprovePayees"> & {
    readonly budget: NonNullable<TreasuryOptions["budget"]>;
  };
  /** Whether a person approved a payment to each payee of the account's history. */
  readonly isHistoryApproved: boolean;
}

export interface Replayed {
  readonly status: string;
  readonly reason: string;
}

const workspaceId = "johnson";
const operator = "Emma Johnson";

/**
 * Replays a call in a turn of its own: the person's message starts it, the model calls each tool that
 * it called before with the recorded output, and then proposes the spend.
 */
export async function replayCall(call: MoneyCall, setting: Setting): Promise<Replayed> {
  const { run, before, payee, amountUsd, subject } = call;
  const spend = callOf("propose_spend", { amountUsd, vendor: payee, purpose: subject });
  const reads = before.map((_call, index) => callOf("replay", { index }));
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: memoryStorage(),
    model: scriptedModel({ answers: [...reads, spend, "Done."] }),
    tools: [replayTool(call)],
    turns: { steps: before.length + 2 },
    ...setting.options,
  });
  try {
    if (setting.isHistoryApproved) {
      for (const [vendor, approvedUsd] of Object.entries(paidBefore)) {
        await treasury.payees.add({ workspaceId, vendor, amountUsd: approvedUsd, operator });
      }
    }
    const { state } = await treasury.runTurn({ workspaceId, message: run.message }, { operator });
    const [proposal] = state.proposals;
    if (proposal === undefined) throw new Error(`The spend on ${payee} was not proposed.`);
    return { status: proposal.status, reason: proposal.reason };
  } finally {
    await treasury.close();
  }
}

/** Returns the recorded outputs as content from outside. */
function replayTool({ before }: MoneyCall): AgentTool<unknown> {
  return {
    name: "replay",
    description: "Call the recorded tool.",
    parameters: {
      "~standard": { version: 1, vendor: "hijacked", validate: (value) => ({ value }) },
    },
    parametersSchema: { type: "object", properties: { index: { type: "number" } } },
    effect: "read",
    content: "outside",
    execute: (input) => before[(input as { readonly index: number }).index]?.output ?? "",
  };
}
