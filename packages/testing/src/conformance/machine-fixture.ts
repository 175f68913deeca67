import type { ExecOptions, Machine, MachineHost, MachineTags } from "@agent-treasury/provider";

/** The tags of the suite's machines. */
export const tags: MachineTags = {
  workspaceId: "conformance",
  agentId: "agent-7",
  goal: 'Prints "hello", in größeren Mengen',
  label: null,
};

/** Runs a test with its own machine, and destroys the machine afterwards. */
export async function withMachine(
  create: () => MachineHost | Promise<MachineHost>,
  test: (host: MachineHost, machine: Machine, name: string) => Promise<void>,
): Promise<void> {
  const host = await create();
  const name = uniqueName();
  const machine = await host.provision({ name, tags, signal: never() });
  try {
    await test(host, machine, name);
  } finally {
    await host.destroy(machine.id).catch(() => undefined);
  }
}

/** Creates a command with generous limits. */
export function exec(command: string, changes: Partial<ExecOptions> = {}): ExecOptions {
  return { command, timeoutSeconds: 30, maximumOutputBytes: 65_536, signal: never(), ...changes };
}

export function uniqueName(): string {
  return `conformance-${crypto.randomUUID().slice(0, 8)}`;
}

export function never(): AbortSignal {
  return new AbortController().signal;
}
