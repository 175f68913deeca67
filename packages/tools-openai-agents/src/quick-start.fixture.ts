import { setDefaultModelProvider, setTracingDisabled } from "@openai/agents";
import { ScriptedModel, assistantMessage, functionCall } from "@openai/agents/testing";

/** Runs the agent with a scripted model in place of the default one. */
export async function runQuickStart(
  load: () => Promise<unknown>,
  spend: object,
): Promise<readonly string[]> {
  const call = functionCall("propose_spend", { ...spend }, { callId: "call" });
  const model = new ScriptedModel([[call], [assistantMessage("Bought.")]]);
  setTracingDisabled(true);
  setDefaultModelProvider({ getModel: () => model });
  const { finalOutput } = (await load()) as { readonly finalOutput: string };
  if (finalOutput !== "Bought.") throw new Error(`The agent answered: ${finalOutput}`);
  return readBy(model);
}

/** Returns what the model read from its tools, each as JSON. */
export function readBy(model: ScriptedModel): string[] {
  const input = model.lastCall?.request.input ?? [];
  if (typeof input === "string") return [];
  return input.flatMap((item) =>
    item.type === "function_call_result" ? [(item.output as { text: string }).text] : [],
  );
}
