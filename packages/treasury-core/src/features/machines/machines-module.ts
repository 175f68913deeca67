import type { RouteName } from "@agent-treasury/contract";
import { lazily } from "@agent-treasury/provider/helpers";
import { workspaceOf } from "../../http/in-process-calls.ts";
import type { Ask } from "../../http/route-table.ts";
import type { Engine } from "../../kernel/engine.ts";
import type { TreasuryOptions } from "../../treasury-options.ts";
import type { ModuleWith } from "../../treasury.ts";
import type { MachineOperations } from "./machine-operations-module.ts";
import { noMachineRecovery } from "./machine-recovery.ts";
import { machineTermsOf } from "./machine-settings.ts";
import { runCommandTool } from "./run-command.ts";

export function machinesModule(
  engine: Engine,
  options: TreasuryOptions,
  load: () => Promise<{ readonly MachineOperations: typeof MachineOperations }>,
): ModuleWith<"ensureAgentBody"> & { readonly suspendFrozen: () => void } {
  const terms = machineTermsOf(options);
  const { host } = terms;
  const operations = lazily(async () => {
    const { MachineOperations } = await load();
    return new MachineOperations(engine, terms);
  });
  // Without authentication, a command with network access could call this service and approve
  // spends.
  const mayRunCommands = options.authenticate !== undefined || host?.networked === false;
  const askAbout =
    (action: RouteName) =>
    async ({ id }: { readonly id: string }, ask: Ask): Promise<void> => {
      const machine = await (await operations()).find(id);
      // The operation itself responds that the machine is missing.
      if (machine === undefined) return ask({ action, workspaceId: null });
      return ask({ action, workspaceId: machine.workspaceId, machine });
    };
  const suspendFrozen = async (): Promise<void> => {
    if (host !== null) await (await operations()).machines.suspendFrozen();
  };
  const recover = async () =>
    host === null ? noMachineRecovery : (await operations()).machines.recover();
  return {
    suspendFrozen: () => void suspendFrozen().catch(engine.report),
    routes: {
      listMachines: { run: async (_input, call) => (await operations()).list(call) },
      provisionMachine: {
        run: async (input, { keyed }) => ({
          machine: await (await operations()).provision(input, keyed),
        }),
      },
      readMachine: {
        authorize: askAbout("readMachine"),
        run: async ({ id }) => ({ machine: await (await operations()).read(id) }),
      },
      actOnMachine: {
        authorize: askAbout("actOnMachine"),
        run: async (input, { keyed }) => (await operations()).act(input, keyed),
      },
      destroyMachine: {
        authorize: askAbout("destroyMachine"),
        run: async ({ id }) => {
          await (await operations()).destroy(id);
          return { ok: true };
        },
      },
    },
    tools:
      host !== null && mayRunCommands
        ? [
            runCommandTool(
              () => host.configured(),
              async (workspaceId, command) =>
                (await operations()).machines.run(workspaceId, command),
            ),
          ]
        : [],
    maintenance: {
      timed: host === null ? null : recover,
      recover: async () => ({ fleet: await recover() }),
    },
    accessRisk: () =>
      host?.real === true && host.configured() && isProduction()
        ? "Real machines are connected, but authentication is not configured."
        : null,
    close: async () => {
      if (host !== null) await (await operations()).machines.close();
    },
    methods: {
      ensureAgentBody: async (workspace) => (await operations()).ensure(workspaceOf(workspace)),
    },
  };
}

/** Imports must not read the environment. */
function isProduction(): boolean {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.["NODE_ENV"] === "production";
}
