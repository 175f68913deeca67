import { type Agent, run, setDefaultModelProvider, setTracingDisabled } from "@openai/agents";
import { ScriptedModel, assistantMessage, functionCall } from "@openai/agents/testing";
import type { QuickStart } from "test-suites/frameworks";

/** The default runner of the SDK asks the first provider that was set. */
let model = new ScriptedModel();
setDefaultModelProvider({ getModel: () => model });

type Resume = (stored: string) => Promise<{ readonly finalOutput?: string }>;

/** Runs the agent with a scripted model in place of the default one. */
export async function runQuickStart(
  { buyer: loadBuyer, resume: loadResume }: QuickStart,
  spend: object,
  decide: () => Promise<void>,
): Promise<readonly string[]> {
  const call = functionCall("propose_spend", { ...spend }, { callId: "call" });
  model = new ScriptedModel([[call], [assistantMessage("Bought.")]]);
  setTracingDisabled(true);
  const { buyer } = (await loadBuyer()) as { readonly buyer: Agent };
  const { resume } = (await loadResume()) as { readonly resume: Resume };
  const started = await run(buyer, "Buy paper.");
  const isWaiting = started.interruptions.length > 0;
  if (isWaiting) await decide();
  const { finalOutput } = isWaiting ? await resume(started.state.toString()) : started;
  if (finalOutput !== "Bought.") throw new Error(`The agent answered: ${finalOutput}`);
  return readBy(model);
}

/** Returns what the model read from its tools, each as JSON. */
export function readBy({ lastCall }: ScriptedModel): string[] {
  const input = lastCall?.request.input ?? [];
  if (typeof input === "string") return [];
  return input.flatMap((item) =>
    item.type === "function_call_result" ? [(item.output as { text: string }).text] : [],
  );
}
