import type { Agent } from "ai";
import { MockProviderV4 } from "ai/test";
import { scriptedModel } from "./ai-sdk.fixture.ts";

/** Runs the agent with a scripted model in place of the one that its name selects. */
export async function runQuickStart(
  load: () => Promise<unknown>,
  spend: object,
): Promise<readonly string[]> {
  const languageModels = { "openai/gpt-5": scriptedModel([spend]) };
  Object.assign(globalThis, { AI_SDK_DEFAULT_PROVIDER: new MockProviderV4({ languageModels }) });
  const { agent } = (await load()) as { readonly agent: Agent };
  const { steps } = await agent.generate({ prompt: "Buy paper for 4 USD." });
  return steps.flatMap(({ toolResults }) =>
    toolResults.map(({ output }) => JSON.stringify(output)),
  );
}
