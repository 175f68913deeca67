import {
  type ExecOutcome,
  type Machine,
  type MachineHost,
  isTreasuryError,
} from "@agent-treasury/provider";
import { testImage, testSocket } from "containers-for-tests";
import Docker from "dockerode";
import { afterAll } from "vitest";
import type { DockerMachinesOptions } from "./docker-machines-options.ts";
import { dockerMachines } from "./docker-machines.ts";

const app = `test-${crypto.randomUUID().slice(0, 8)}`;
export const tags = { workspaceId: "acme", agentId: null, goal: null, label: null };
export const signal: AbortSignal = new AbortController().signal;

/** Machines on the real host, in a deployment of this test file alone. */
export function host(changes: DockerMachinesOptions = {}): MachineHost {
  return dockerMachines({
    socket: testSocket ?? "",
    image: testImage,
    memoryMb: 128,
    app,
    prices: { container: { cpuHourUsd: 3_600, gibibyteHourUsd: 0 } },
    ...changes,
  });
}

/** Creates a machine for a test and destroys it afterwards. */
export async function withMachine(
  test: (machine: Machine, machines: MachineHost) => Promise<void>,
  machines: MachineHost = host(),
): Promise<void> {
  const name = `test-${crypto.randomUUID().slice(0, 8)}`;
  const machine = await machines.provision({ name, tags, signal });
  try {
    await test(machine, machines);
  } finally {
    await machines.destroy(machine.id).catch(() => undefined);
  }
}

export function run(
  machines: MachineHost,
  { id }: Machine,
  command: string,
  limits: { readonly timeoutSeconds?: number; readonly maximumOutputBytes?: number } = {},
): Promise<ExecOutcome> {
  return machines.exec(id, {
    command,
    timeoutSeconds: 30,
    maximumOutputBytes: 65_536,
    signal,
    ...limits,
  });
}

export async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "no failure",
    (error: unknown) => (isTreasuryError(error) ? error.code : String(error)),
  );
}

/** The host itself, and other containers on it. */
export function realHost(): {
  readonly docker: Docker;
  plant(labels?: Record<string, string>): Promise<string>;
} {
  const docker = new Docker({ socketPath: testSocket ?? "" });
  const planted: string[] = [];
  afterAll(async () => {
    await Promise.all(planted.map((id) => docker.getContainer(id).remove({ force: true })));
  });
  return {
    docker,
    plant: async (labels = {}) => {
      const name = `theirs-${crypto.randomUUID().slice(0, 8)}`;
      const { id } = await docker.createContainer({ name, Image: testImage, Labels: labels });
      planted.push(id);
      await docker.getContainer(id).start();
      return id;
    },
  };
}
