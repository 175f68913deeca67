import type { ModelTool } from "@agent-treasury/provider";
import type { TurnTool } from "./turn-tool.ts";

/** The tools of a deployment's turns, and what models are told of them: written out once for all turns. */
export class ToolSet {
  readonly byName: ReadonlyMap<string, TurnTool>;
  /** For a model that is told of them beside the conversation. */
  readonly described: readonly ModelTool[];
  /** For a model that is told of them in it. */
  readonly inMarkup: string;

  constructor(tools: readonly TurnTool[]) {
    this.byName = new Map(tools.map((tool) => [tool.name, tool]));
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
