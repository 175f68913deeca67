import { checkToolNames } from "./tools/tool-names.ts";
import { ToolSet } from "./tools/tool-set.ts";
import type { TurnTool } from "./tools/turn-tool.ts";

/**
 * Returns a function that returns the tools of a turn that runs now. They change while the process runs,
 * because the key of a machine host may come later than the process.
 *
 * @throws TreasuryError `invalid_request` for an invalid name, or a name that two tools have.
 */
export function turnToolsOf(
  tools: readonly TurnTool[],
  wrapTool: (tool: TurnTool) => TurnTool,
): () => ToolSet {
  checkToolNames(tools);
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
