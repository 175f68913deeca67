import { type MachineSpec, type ProvisionOptions, TreasuryError } from "@agent-treasury/provider";
import type { FlyApi } from "./api/fly-api.ts";
import { refusalOf } from "./api/fly-failure.ts";
import type { FlyCreateMachine, FlyMachine } from "./api/fly-types.ts";
import { machinesOfApp } from "./fly-app.ts";
import { isGone } from "./machine-of.ts";
import { type StateChange, bringToStarted } from "./machine-states.ts";
import { metadataOf, tagsOf } from "./machine-tags.ts";

const maximumAttempts = 3;
const looksAfterLostAnswer = 3;
const maximumNameCharacters = 63;

/** What a provision needs beside its options. */
export interface Provisioning extends StateChange {
  readonly spec: MachineSpec;
  readonly organization: string;
  readonly firstDelayMs: number;
}

/** Finds the machine of this name or makes it, and returns it when it is started. */
export async function provisionMachine(
  provisioning: Provisioning,
  options: ProvisionOptions,
): Promise<FlyMachine> {
  const machine = await findOrCreate(provisioning, options);
  const tags = tagsOf(machine.config?.metadata);
  if (tags === null || tags.workspaceId !== options.tags.workspaceId) {
    const problem = `The name ${options.name} is taken by a machine that is not this workspace's.`;
    throw new TreasuryError("machine_host_error", problem);
  }
  return bringToStarted(provisioning, machine);
}

async function findOrCreate(
  provisioning: Provisioning,
  options: ProvisionOptions,
): Promise<FlyMachine> {
  const { api, spec, clock, firstDelayMs } = provisioning;
  const { name, signal } = options;
  signal.throwIfAborted();
  let found = named(await machinesOfApp(provisioning, signal), name);
  for (let attempt = 1; found === undefined; attempt += 1) {
    try {
      return await api.createMachine(requestOf(spec, options), signal);
    } catch (error) {
      signal.throwIfAborted();
      // Fly has no idempotency keys: a call without an answer, or one that finds the name taken, may
      // mean that the machine is there, and that it is only not listed yet.
      const looks = isLost(error) ? looksAfterLostAnswer : 1;
      for (let look = 0; look < looks && found === undefined; look += 1) {
        await clock.sleep(firstDelayMs * 2 ** look, signal);
        found = await lookFor(api, name, signal);
      }
      if (found === undefined && (!isLost(error) || attempt >= maximumAttempts)) throw error;
    }
  }
  return found;
}

async function lookFor(
  api: FlyApi,
  name: string,
  signal: AbortSignal,
): Promise<FlyMachine | undefined> {
  return named(await api.listMachines(signal), name);
}

/** Of several, which Fly does not allow, every caller takes the same one. */
function named(machines: readonly FlyMachine[], name: string): FlyMachine | undefined {
  return machines
    .filter((machine) => machine.name === name && !isGone(machine))
    .toSorted((left, right) => (left.created_at ?? "").localeCompare(right.created_at ?? ""))
    .at(0);
}

/** Whether nobody can tell if it was done. */
function isLost(error: unknown): boolean {
  const status = refusalOf(error);
  return status === null || status === 408 || status >= 500;
}

function requestOf(spec: MachineSpec, { name, tags }: ProvisionOptions): FlyCreateMachine {
  if (!/^[a-z0-9][a-z0-9-]*$/i.test(name) || name.length > maximumNameCharacters) {
    throw new TreasuryError("machine_host_error", `${JSON.stringify(name)} is no machine's name.`);
  }
  const { image, cpuKind, cpus, memoryMb, region } = spec;
  return {
    name,
    region,
    config: {
      image,
      guest: { cpu_kind: cpuKind, cpus, memory_mb: memoryMb },
      // In place of the image's own program, so that the machine stays up to be given commands.
      init: { exec: ["/bin/sleep", "infinity"] },
      metadata: metadataOf(tags),
    },
  };
}
