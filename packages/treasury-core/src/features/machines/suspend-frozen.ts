import type { Machine, MachineHost } from "@agent-treasury/provider";
import { machinesWorkspaceId } from "../../kernel/deployment/deployment-workspace.ts";
import type { Engine } from "../../kernel/engine.ts";
import { builtInAgentId } from "../../kernel/ledger/agent-ids.ts";
import { presentFreezes, stopsAgent } from "../freezes/index.ts";
import { type MachineSettings, ourMachines, unlessGone } from "./machine-host.ts";
import { readMachineRecords } from "./machine-record.ts";

/** Suspends the machines of frozen workspaces and agents. Their data remains. */
export async function suspendFrozen(engine: Engine, { host }: MachineSettings): Promise<void> {
  if (host === null || !host.configured()) return;
  await suspendFrozenOf(engine, host, await ourMachines(host));
}

/** Maintenance repeats it, because another process may have frozen them or started a machine. */
export async function suspendFrozenOf(
  engine: Engine,
  host: MachineHost,
  machines: readonly Machine[],
): Promise<void> {
  const started = machines.filter(({ state }) => state === "started");
  const workspaceIds = [...new Set(started.flatMap(({ tags }) => tags?.workspaceId ?? []))];
  if (workspaceIds.length === 0) return;
  const freezes = await presentFreezes(engine, workspaceIds);
  const records = await engine.committer.run(machinesWorkspaceId, readMachineRecords());
  await Promise.all(
    started.map(async ({ id, tags }) => {
      const present = freezes[workspaceIds.indexOf(tags?.workspaceId ?? "")] ?? [];
      const isReused = records.some(({ machineId }) => machineId === id);
      const agentIds = [tags?.agentId ?? builtInAgentId, ...(isReused ? [builtInAgentId] : [])];
      if (!present.some((freeze) => agentIds.some((one) => stopsAgent(freeze, one)))) return;
      await unlessGone(() => host.suspend(id)).catch(engine.report);
    }),
  );
}
