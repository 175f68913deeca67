import { personVouchedFor } from "../../http/in-process-calls.ts";
import { parseInput } from "../../http/read-input.ts";
import { personOf } from "../../http/signed-in-operator.ts";
import type { AskModel } from "../../kernel/ask-model.ts";
import type { Engine } from "../../kernel/engine.ts";
import { invalidRequest } from "../../kernel/errors.ts";
import type { TurnTool } from "../../kernel/turn-tool.ts";
import type { TreasuryOptions } from "../../treasury-options.ts";
import type { ModuleWith } from "../../treasury.ts";
import { LateTurns } from "./late-turns.ts";
import { checkToolName } from "./tools/define-tool.ts";
import { hostTool } from "./tools/host-tool.ts";
import { turnLimitsOf } from "./turn-limits.ts";
import type { AgentSettings } from "./turn-settings.ts";
import { type LoadTabs, openTurnTab } from "./turn-tab.ts";

/** Of the tools that the runner of turns adds. */
const treasuryToolNames = ["check_treasury", "propose_spend"];

/** @throws TreasuryError `invalid_request` for tools with invalid or equal names. */
export function agentModule(
  engine: Engine,
  options: TreasuryOptions,
  tools: readonly TurnTool[],
  traced: Pick<AgentSettings, "model" | "tracing" | "wrapTool">,
  loadTabs: LoadTabs,
): ModuleWith<"runTurn" | "resumeTurn"> & { readonly turns: LateTurns; readonly ask: AskModel } {
  const limits = turnLimitsOf(options);
  const openTab = openTurnTab(loadTabs, limits, traced.model);
  const others = [...tools, ...(options.tools ?? []).map(hostTool)];
  const names = [...treasuryToolNames, ...others.map(({ name }) => name)];
  for (const [index, name] of names.entries()) {
    checkToolName(name);
    if (names.indexOf(name) < index) throw invalidRequest(`Two tools have the name ${name}.`);
  }
  const turns = new LateTurns(engine, {
    ...traced,
    openTab,
    tools: others,
    instructions: options.instructions ?? "",
    limits,
  });
  let asker: AskModel | null = null;
  return {
    turns,
    ask: async (question) => {
      const { modelAsker } = await import("./model-asker.ts");
      asker ??= modelAsker(engine, { model: traced.model, limits, openTab });
      return asker(question);
    },
    routes: {
      runTurn: {
        run: async (input, { signal, keyed, caller, operator }) => {
          const started = { signal, keyed, caller, startedBy: personOf(operator) };
          const runner = await turns.runner();
          const turn = await runner.start(input, { ...started, waits: true });
          return turn.result();
        },
        watch: async (input, { keyed, caller, operator }, { signal, after, onFailure }) => {
          const { workspaceId } = input;
          const startedBy = personOf(operator);
          const runner = await turns.runner();
          const { turnId } = await runner.start(input, { keyed, onFailure, caller, startedBy });
          return runner.watch({ workspaceId, turnId }, after, signal);
        },
      },
      resumeTurn: {
        authorize: ({ workspaceId, turnId }, ask) =>
          ask({ action: "resumeTurn", workspaceId, turnId }),
        run: async ({ workspaceId, turnId }, { caller }) => {
          const runner = await turns.runner();
          const turn = await runner.resume({ workspaceId, turnId }, { caller, waits: true });
          return turn.resumed();
        },
        watch: async ({ workspaceId, turnId }, { caller }, { signal, after, onFailure }) => {
          const turn = { workspaceId, turnId };
          const runner = await turns.runner();
          await runner.resume(turn, { onFailure, caller });
          return runner.watch(turn, after, signal);
        },
      },
      readTurnEvents: {
        authorize: ({ workspaceId, id: turnId }, ask) =>
          ask({ action: "readTurnEvents", workspaceId, turnId }),
        run: async ({ workspaceId, id, after = null }) => {
          const runner = await turns.runner();
          return runner.events({ workspaceId, turnId: id }, after);
        },
        watch: async ({ workspaceId, id, after = null }, _call, watching) => {
          const runner = await turns.runner();
          return runner.watch(
            { workspaceId, turnId: id },
            watching.after ?? after,
            watching.signal,
          );
        },
      },
    },
    maintenance: {
      timed: options.model === undefined ? null : async () => (await turns.runner()).recoverDue(),
      recover: async () => ({ turns: await (await turns.runner()).recover() }),
      last: true,
    },
    // The last request may wait for a turn.
    leave: () => turns.beginShutdown(),
    close: () => turns.drain(),
    methods: {
      runTurn: async (request, { signal = null, operator } = {}) => {
        const started = { signal, startedBy: personVouchedFor(operator), waits: true };
        const input = parseInput("runTurn", request);
        const runner = await turns.runner();
        const turn = await runner.start(input, started);
        return turn.result();
      },
      resumeTurn: async (request) => {
        const input = parseInput("resumeTurn", request);
        const runner = await turns.runner();
        const turn = await runner.resume(input, { waits: true });
        return turn.resumed();
      },
    },
  };
}
