import type { ModelTool } from "@agent-treasury/provider";
import { missedCallFinder } from "@agent-treasury/tool-call-markup";
import type { TurnTool } from "../../../kernel/turn-tool.ts";

export class ToolSet {
  readonly byName: ReadonlyMap<string, TurnTool>;
  /** Finds a call of these tools in an answer without calls. */
  readonly missedCall: ReturnType<typeof missedCallFinder>;
  readonly described: readonly ModelTool[];
  /** The tools in the system message of a model without native calls. */
  readonly inMarkup: string;

  constructor(tools: readonly TurnTool[]) {
    this.byName = new Map(tools.map((tool) => [tool.name, tool]));
    const argumentNames = tools.map(
      ({ name, parametersSchema: { properties } }) =>
        [name, Object.keys(properties ?? {})] as const,
    );
    this.missedCall = missedCallFinder(new Map(argumentNames));
    this.described = tools.map(({ name, description, parametersSchema }) => ({
      name,
      description,
      parametersSchema,
    }));
    const lines = this.described.map(({ name, description, parametersSchema: parameters }) =>
      JSON.stringify({ type: "function", function: { name, description, parameters } }),
    );
    this.inMarkup = `<tools>\n${lines.join("\n")}\n</tools>`;
  }
}

/**
 * Returns the tools available at each call, because the key of a machine host may be added later.
 */
export function toolSetOf(
  tools: readonly TurnTool[],
  wrapTool: (tool: TurnTool) => TurnTool,
): () => ToolSet {
  const wrapped = tools.map(wrapTool);
  const sets = new Map<string, ToolSet>();
  return () => {
    const available = wrapped.filter(({ isAvailable }) => isAvailable?.() ?? true);
    const names = available.map(({ name }) => name).join();
    const set = sets.get(names) ?? new ToolSet(available);
    sets.set(names, set);
    return set;
  };
}
