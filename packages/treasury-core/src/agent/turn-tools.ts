import type { Engine } from "../treasury/engine.ts";
import { checkTreasuryTool } from "./tools/check-treasury.ts";
import { hostTool } from "./tools/host-tool.ts";
import { proposeSpendTool } from "./tools/propose-spend.ts";
import { revenueTools } from "./tools/revenue-tools.ts";
import { runCommandTool } from "./tools/run-command.ts";
import { checkToolNames } from "./tools/tool-names.ts";
import { ToolSet } from "./tools/tool-set.ts";
import type { TurnTool } from "./tools/turn-tool.ts";
import type { AgentSettings } from "./turn-settings.ts";

/**
 * The tools of a deployment's agent, the treasury's own first. What it returns gives those of a turn
 * that runs now, since the key of a machine host may come later than the process.
 *
 * @throws TreasuryError `invalid_request` for names that are none, or are there twice.
 */
export function turnToolsOf(engine: Engine, settings: AgentSettings): () => ToolSet {
  const { revenue, shell } = settings;
  const bare: readonly TurnTool[] = [
    checkTreasuryTool(engine),
    proposeSpendTool(engine),
    ...(revenue === null ? [] : revenueTools(revenue)),
    ...(shell === null ? [] : [runCommandTool(shell)]),
    ...settings.tools.map(hostTool),
  ];
  checkToolNames(bare);
  const tools = bare.map(settings.wrapTool);
  const all = new ToolSet(tools);
  if (shell === null) return () => all;
  const withoutShell = new ToolSet(tools.filter(({ name }) => name !== "run_command"));
  return () => (shell.isConnected() ? all : withoutShell);
}
