import type { Fleet, RouteName } from "@agent-treasury/contract";
import { isProduction } from "../../http/access-choice.ts";
import { workspaceOf } from "../../http/in-process-input.ts";
import type { Ask, Call } from "../../http/route-table.ts";
import type { Engine } from "../../kernel/engine.ts";
import { runAtMostOnce } from "../../kernel/idempotency/run-keyed.ts";
import type { TreasuryOptions } from "../../treasury-options.ts";
import type { ModuleWith } from "../../treasury.ts";
import { AgentMachines } from "./agent-machines.ts";
import { type MachineSettings, machineToWire, unlessGone } from "./machine-host.ts";
import { machineSettingsOf } from "./machine-settings.ts";
import {
  actOnMachine,
  destroyMachine,
  listMachines,
  provisionMachine,
  readMachine,
} from "./machines.ts";
import { runCommandTool } from "./run-command.ts";

export function machinesModule(
  engine: Engine,
  options: TreasuryOptions,
): ModuleWith<"ensureAgentBody"> & { readonly suspendFrozen: () => void } {
  const fleet = machineSettingsOf(engine, options);
  const { host } = fleet;
  const machines = new AgentMachines(engine, fleet);
  // Without authentication, a command with network access could call this service and approve
  // spends.
  const mayRunCommands = options.authenticate !== undefined || host?.networked === false;
  const askAbout =
    (action: RouteName) =>
    async ({ id }: { readonly id: string }, ask: Ask): Promise<void> => {
      const machine = await unlessGone(() => readMachine(fleet, id));
      // The operation itself responds that the machine is missing.
      if (machine === undefined) return ask({ action, workspaceId: null });
      return ask({ action, workspaceId: machine.workspaceId, machine });
    };
  return {
    suspendFrozen: () => void machines.suspendFrozen().catch(engine.report),
    routes: {
      listMachines: { run: (_input, call) => listReadable(fleet, call) },
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
          // Suspending or resuming a machine twice is harmless.
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
    tools: host !== null && mayRunCommands ? [runCommandTool(machines)] : [],
    maintenance: {
      timed: host === null ? null : () => machines.recover(),
      recover: async () => ({ fleet: await machines.recover() }),
    },
    accessRisk: () =>
      host?.real === true && host.configured() && isProduction()
        ? "Real machines are connected, but authentication is not configured."
        : null,
    close: () => machines.close(),
    methods: {
      ensureAgentBody: async (workspace) =>
        machineToWire(await machines.ensure(workspaceOf(workspace))),
    },
  };
}

async function listReadable(settings: MachineSettings, call: Call): Promise<Fleet> {
  const listed = await listMachines(settings);
  const readable = await Promise.all(
    listed.machines.map((machine) => {
      const { workspaceId } = machine;
      return call.isAllowed({ action: "readMachine", workspaceId, machine });
    }),
  );
  return { ...listed, machines: listed.machines.filter((_machine, index) => readable[index]) };
}
