import type { ExecOptions, Machine, MachineHost, MachineTags } from "@agent-treasury/provider";

/** What the suite writes on its machines. */
export const tags: MachineTags = {
  workspaceId: "conformance",
  agentId: "agent-7",
  goal: 'Says "hello", in größeren Mengen',
  label: null,
};

/** Runs a test with a machine of its own, and destroys the machine whatever happens. */
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

/** A command with room to run in. */
export function exec(command: string, changes: Partial<ExecOptions> = {}): ExecOptions {
  return { command, timeoutSeconds: 30, maximumOutputBytes: 65_536, signal: never(), ...changes };
}

/** A name that no other machine has. */
export function uniqueName(): string {
  return `conformance-${crypto.randomUUID().slice(0, 8)}`;
}

/** A signal that does not abort. */
export function never(): AbortSignal {
  return new AbortController().signal;
}
