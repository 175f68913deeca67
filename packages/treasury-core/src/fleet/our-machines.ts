import type { Machine, MachineHost } from "@agent-treasury/provider";

/** What carries our tags, and nothing else that the host has. */
export async function ourMachines(host: MachineHost): Promise<readonly Machine[]> {
  return (await host.list()).filter(({ tags }) => tags !== null);
}
