import type { RouteName } from "@agent-treasury/contract";
import { runCommandTool } from "../../agent/tools/run-command.ts";
import { AgentBodies } from "../../fleet/agent-bodies.ts";
import {
  actOnMachine,
  destroyMachine,
  listMachines,
  provisionMachine,
  readMachine,
} from "../../fleet/fleet.ts";
import { machineToWire } from "../../fleet/machine-wire.ts";
import { unlessGone } from "../../fleet/unless-gone.ts";
import { isProduction } from "../../http/access-choice.ts";
import type { Ask } from "../../http/route-table.ts";
import { runAtMostOnce } from "../../idempotency/run-keyed.ts";
import type { Engine } from "../../treasury/engine.ts";
import { fleetSettingsOf } from "../bounds-from-options.ts";
import type { ModuleWith } from "../core-module.ts";
import type { TreasuryOptions } from "../treasury-options.ts";
import { workspaceOf } from "./in-process-input.ts";

/** The machines of agents, and the agent's tool that runs commands on its own. */
export function machinesModule(
  engine: Engine,
  options: TreasuryOptions,
): ModuleWith<"ensureAgentBody"> {
  const fleet = fleetSettingsOf(options);
  const { host } = fleet;
  const bodies = new AgentBodies(engine, fleet);
  // A command could decide a spend as any guest could, if its machine reached this service.
  const mayRunCommands = options.authenticate !== undefined || host?.networked === false;
  const askAbout =
    (action: RouteName) =>
    async ({ id }: { readonly id: string }, ask: Ask): Promise<void> => {
      const machine = await unlessGone(() => readMachine(fleet, id));
      // There is nothing to protect in a missing one, and the operation itself responds that it is missing.
      if (machine === undefined) return ask({ action, workspaceId: null });
      return ask({ action, workspaceId: machine.workspaceId, machine });
    };
  return {
    routes: {
      listMachines: {
        run: async (_input, call) => {
          const listed = await listMachines(fleet);
          const visible = await Promise.all(
            listed.machines.map((machine) => {
              const { workspaceId } = machine;
              return call.isAllowed({ action: "readMachine", workspaceId, machine });
            }),
          );
          return { ...listed, machines: listed.machines.filter((_machine, index) => visible[index]) };
        },
      },
      provisionMachine: {
        run: async (input, { keyed }) => ({
          machine: await provisionMachine(engine, fleet, input, keyed),
        }),
      },
      readMachine: {
        authorize: askAbout("readMachine"),
        run: async ({ id }) => ({ machine: await readMachine(fleet, id) }),
      },
      actOnMachine: {
        authorize: askAbout("actOnMachine"),
        run: (input, { keyed }) => {
          const act = () => actOnMachine(engine, fleet, input);
          // To suspend or start again is harmless; a command's output is not kept, so it is not run again.
          return input.action === "exec" ? runAtMostOnce(engine, keyed, act) : act();
        },
      },
      destroyMachine: {
        authorize: askAbout("destroyMachine"),
        run: async ({ id }) => {
          await destroyMachine(engine, fleet, id);
          return { ok: true };
        },
      },
    },
    tools: host !== null && mayRunCommands ? [runCommandTool(bodies)] : [],
    maintenance: {
      timed: host === null ? null : () => bodies.recover(),
      recover: async () => ({ fleet: await bodies.recover() }),
    },
    accessRisk: () =>
      host?.real === true && host.configured() && isProduction()
        ? "Real machines are connected, and nobody signs in."
        : null,
    close: () => bodies.close(),
    methods: {
      ensureAgentBody: async (workspace) =>
        machineToWire(await bodies.ensure(workspaceOf(workspace))),
    },
  };
}
