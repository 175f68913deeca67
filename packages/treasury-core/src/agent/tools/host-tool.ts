import { isTreasuryError, describeIssues } from "../../errors.ts";
import type { JsonObject } from "../../ports/json.ts";
import type { AgentTool, ToolContext } from "./agent-tool.ts";
import { type ToolOutcome, type TurnTool, refuseCall } from "./turn-tool.ts";

const maximumContentCharacters = 65_536;

/** A tool of the host app as a turn runs it: arguments checked, its errors told to the model. */
export function hostTool(tool: AgentTool): TurnTool {
  return {
    name: tool.name,
    description: tool.description,
    parametersSchema: tool.parametersSchema,
    effect: tool.effect,
    run: (input, context) => runHostTool(tool, input, context),
  };
}

async function runHostTool(
  tool: AgentTool,
  input: JsonObject,
  context: ToolContext,
): Promise<ToolOutcome> {
  try {
    const checked = await tool.parameters["~standard"].validate(input);
    if (checked.issues !== undefined) return refuseCall(describeIssues(checked.issues));
    const content = await tool.execute(checked.value, context);
    return bounded(content);
  } catch (error) {
    if (context.signal.aborted) throw error;
    return { ok: false, content: { error: messageOf(error) } };
  }
}

function bounded(content: unknown): ToolOutcome {
  const json = JSON.stringify(content ?? null);
  if (json.length <= maximumContentCharacters) return { ok: true, content: JSON.parse(json) };
  return { ok: true, content: `${json.slice(0, maximumContentCharacters)} … (cut)` };
}

function messageOf(error: unknown): string {
  if (isTreasuryError(error)) return `${error.message} ${error.remedy}`;
  return error instanceof Error && error.message !== "" ? error.message : "The tool failed.";
}
