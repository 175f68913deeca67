import { TreasuryError } from "@agent-treasury/provider";
import { setting } from "./connection.ts";

/** How a model calls tools: in its text, or by the endpoint's function calling. */
export type ToolCalls = "markup" | "native";

export function toolCallsOf(given: ToolCalls | undefined): ToolCalls {
  const chosen = given ?? setting("OPENAI_TOOLS") ?? "markup";
  if (chosen === "markup" || chosen === "native") return chosen;
  throw new TreasuryError("model_not_connected", "OPENAI_TOOLS must be `markup` or `native`.");
}
