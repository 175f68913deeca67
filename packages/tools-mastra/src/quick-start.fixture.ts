import type { Agent } from "@mastra/core/agent";
import { scriptedModel } from "./scripted-model.fixture.ts";

/** Runs the agent with a scripted model in place of its own. */
export async function runQuickStart(
  load: () => Promise<unknown>,
  spend: object,
): Promise<readonly string[]> {
  const { buyer } = (await load()) as { readonly buyer: Agent };
  const call = { toolCallId: "call", toolName: "propose_spend", input: JSON.stringify(spend) };
  const { model, results } = scriptedModel([[{ type: "tool-call", ...call }], "Bought."]);
  await buyer.generate("Buy paper for 4 USD.", { model });
  return results().map((result) => JSON.stringify(result));
}
