import type { Agent, ModelMessage } from "ai";
import { MockProviderV4 } from "ai/test";
import type { QuickStart } from "test-suites/frameworks";
import { scriptedModel } from "./scripted-model.fixture.ts";

type Resume = (messages: ModelMessage[]) => ReturnType<Agent["generate"]>;

/** Runs the agent with a scripted model in place of the one that its name selects. */
export async function runQuickStart(
  { buyer: loadBuyer, resume: loadResume }: QuickStart,
  spend: object,
  decide: () => Promise<void>,
): Promise<readonly string[]> {
  const languageModels = { "openai/gpt-5": scriptedModel([spend]) };
  Object.assign(globalThis, { AI_SDK_DEFAULT_PROVIDER: new MockProviderV4({ languageModels }) });
  const { buyer } = (await loadBuyer()) as { readonly buyer: Agent };
  const { resume } = (await loadResume()) as { readonly resume: Resume };
  const asked: ModelMessage = { role: "user", content: "Buy paper." };
  const { content, responseMessages, steps } = await buyer.generate({ messages: [asked] });
  if (!content.some(({ type }) => type === "tool-approval-request")) return resultsIn(steps);
  await decide();
  const resumed = await resume([asked, ...responseMessages]);
  return resumed.responseMessages.flatMap(({ role, content: parts }) =>
    role === "tool"
      ? parts.flatMap((part) => (part.type === "tool-result" ? [textOf(part.output)] : []))
      : [],
  );
}

function resultsIn(steps: readonly { readonly toolResults: readonly { output: unknown }[] }[]) {
  return steps.flatMap(({ toolResults }) =>
    toolResults.map(({ output }) => JSON.stringify(output)),
  );
}

function textOf(output: object): string {
  return JSON.stringify("value" in output ? output.value : null);
}
