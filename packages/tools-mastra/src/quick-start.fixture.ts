import type { Agent } from "@mastra/core/agent";
import type { QuickStart } from "test-suites/frameworks";
import { scriptedModel } from "./scripted-model.fixture.ts";

type Resume = (runId: string, proposalId: string) => Promise<unknown>;

/** Runs the agent with a scripted model in place of its own. */
export async function runQuickStart(
  { buyer: loadBuyer, resume: loadResume }: QuickStart,
  spend: object,
  decide: () => Promise<void>,
): Promise<readonly string[]> {
  const call = { toolCallId: "call", toolName: "propose_spend", input: JSON.stringify(spend) };
  const { model, results } = scriptedModel([[{ type: "tool-call", ...call }], "Bought."]);
  const { buyer } = (await loadBuyer()) as { readonly buyer: Agent };
  const { resume } = (await loadResume()) as { readonly resume: Resume };
  buyer.__updateModel({ model });
  const { finishReason, runId = "", suspendPayload } = await buyer.generate("Buy paper.");
  if (finishReason === "suspended") {
    await decide();
    const { proposalId } = (suspendPayload as SuspendPayload).suspendPayload;
    await resume(runId, proposalId);
  }
  return results().map((result) => JSON.stringify(result));
}

interface SuspendPayload {
  readonly suspendPayload: { readonly proposalId: string };
}
