import { Micros, type Machine, type MachineHost } from "@agent-treasury/provider";

export const machine: Machine = {
  id: "machine-1",
  name: "agent-1",
  state: "started",
  region: "test",
  image: "test",
  cpuKind: "test",
  cpus: 1,
  memoryMb: 256,
  tags: { workspaceId: "acme", agentId: null, goal: null, label: null },
  createdAt: 0,
  uptimeMs: 0,
  computeCost: Micros.zero,
};

/** A host with one machine, whose methods a test can replace. */
export function hostOfOneMachine(methods: Partial<MachineHost> = {}): MachineHost {
  const { image, cpuKind, cpus, memoryMb, region } = machine;
  return {
    specificationVersion: "1",
    provider: "test",
    real: false,
    networked: false,
    configured: () => true,
    defaultSpec: () => ({ image, cpuKind, cpus, memoryMb, region, app: "test" }),
    list: async () => [machine],
    provision: async () => machine,
    get: async () => machine,
    suspend: async () => machine,
    start: async () => machine,
    exec: async () => ({ exitCode: 0, stdout: "", stderr: "", durationMs: 1 }),
    destroy: async () => undefined,
    ...methods,
  };
}
