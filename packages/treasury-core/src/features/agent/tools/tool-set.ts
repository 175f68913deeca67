import type { ModelTool } from "@agent-treasury/provider";
import type { TurnTool } from "../../../kernel/turn-tool.ts";

export class ToolSet {
  readonly byName: ReadonlyMap<string, TurnTool>;
  /** The names of the parameters of each tool. */
  readonly parameters: ReadonlyMap<string, readonly string[]>;
  readonly described: readonly ModelTool[];
  /** The tools in the system message of a model without native calls. */
  readonly inMarkup: string;

  constructor(tools: readonly TurnTool[]) {
    this.byName = new Map(tools.map((tool) => [tool.name, tool]));
    this.parameters = new Map(
      tools.map(({ name, parametersSchema: { properties } }) => [
        name,
        Object.keys(properties ?? {}),
      ]),
    );
    this.described = tools.map(({ name, description, parametersSchema }) => ({
      name,
      description,
      parametersSchema,
    }));
    const lines = this.described.map((tool) => JSON.stringify(inMarkup(tool)));
    this.inMarkup = `<tools>\n${lines.join("\n")}\n</tools>`;
  }
}

function inMarkup({ name, description, parametersSchema }: ModelTool): unknown {
  return { type: "function", function: { name, description, parameters: parametersSchema } };
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
