import { personVouchedFor } from "../../http/in-process-input.ts";
import { parseInput } from "../../http/read-input.ts";
import { personOf } from "../../http/signed-in-operator.ts";
import type { AskModel } from "../../kernel/ask-model.ts";
import type { Engine } from "../../kernel/engine.ts";
import { hostTool } from "../../kernel/tools/host-tool.ts";
import type { TurnTool } from "../../kernel/tools/turn-tool.ts";
import type { TreasuryOptions } from "../../treasury-options.ts";
import type { ModuleWith } from "../../treasury.ts";
import type { Tabs } from "../tabs/index.ts";
import { modelAsker } from "./model-asker.ts";
import { checkTreasuryTool, proposeSpendTool } from "./tools/treasury-tools.ts";
import { turnLimitsOf } from "./turn-limits.ts";
import { TurnRunner } from "./turn-runner.ts";
import type { AgentSettings } from "./turn-settings.ts";
import { openTurnTab } from "./turn-tab.ts";

export function agentModule(
  engine: Engine,
  options: TreasuryOptions,
  tools: readonly TurnTool[],
  traced: Pick<AgentSettings, "model" | "tracing" | "wrapTool">,
  tabs: Tabs,
): ModuleWith<"runTurn" | "resumeTurn"> & { readonly turns: TurnRunner; readonly ask: AskModel } {
  const limits = turnLimitsOf(options);
  const openTab = openTurnTab(tabs, limits, traced.model);
  const turns = new TurnRunner(engine, {
    ...traced,
    openTab,
    tools: [
      checkTreasuryTool(engine),
      proposeSpendTool(engine),
      ...tools,
      ...(options.tools ?? []).map(hostTool),
    ],
    instructions: options.instructions ?? "",
    limits,
  });
  return {
    turns,
    ask: modelAsker(engine, { model: traced.model, limits, openTab }),
    routes: {
      runTurn: {
        run: async (input, { signal, keyed, caller, operator }) => {
          const started = { signal, keyed, caller, startedBy: personOf(operator) };
          const turn = await turns.start(input, { ...started, waits: true });
          return turn.result();
        },
        watch: async (input, { keyed, caller, operator }, { signal, after, onFailure }) => {
          const { workspaceId } = input;
          const startedBy = personOf(operator);
          const { turnId } = await turns.start(input, { keyed, onFailure, caller, startedBy });
          return turns.watch({ workspaceId, turnId }, after, signal);
        },
      },
      resumeTurn: {
        authorize: ({ workspaceId, turnId }, ask) =>
          ask({ action: "resumeTurn", workspaceId, turnId }),
        run: async ({ workspaceId, turnId }, { caller }) => {
          const turn = await turns.resume({ workspaceId, turnId }, { caller, waits: true });
          return turn.resumed();
        },
        watch: async ({ workspaceId, turnId }, { caller }, { signal, after, onFailure }) => {
          const turn = { workspaceId, turnId };
          await turns.resume(turn, { onFailure, caller });
          return turns.watch(turn, after, signal);
        },
      },
      readTurnEvents: {
        authorize: ({ workspaceId, id: turnId }, ask) =>
          ask({ action: "readTurnEvents", workspaceId, turnId }),
        run: ({ workspaceId, id, after = null }) =>
          turns.events({ workspaceId, turnId: id }, after),
        watch: async ({ workspaceId, id, after = null }, _call, watching) =>
          turns.watch({ workspaceId, turnId: id }, watching.after ?? after, watching.signal),
      },
    },
    maintenance: {
      timed: options.model === undefined ? null : () => turns.recoverDue(),
      recover: async () => ({ turns: await turns.recover() }),
      last: true,
    },
    // The last request may wait for a turn.
    leave: () => turns.beginShutdown(),
    close: () => turns.drain(),
    methods: {
      runTurn: async (request, { signal = null, operator } = {}) => {
        const started = { signal, startedBy: personVouchedFor(operator), waits: true };
        const turn = await turns.start(parseInput("runTurn", request), started);
        return turn.result();
      },
      resumeTurn: async (request) => {
        const turn = await turns.resume(parseInput("resumeTurn", request), { waits: true });
        return turn.resumed();
      },
    },
  };
}
