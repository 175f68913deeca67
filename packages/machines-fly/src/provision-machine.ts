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

export interface Provisioning extends StateChange {
  readonly spec: MachineSpec;
  readonly organization: string;
  readonly firstDelayMs: number;
}

/** Finds or creates the machine of this name, and returns it when it is started. */
export async function provisionMachine(
  provisioning: Provisioning,
  options: ProvisionOptions,
): Promise<FlyMachine> {
  const machine = await findOrCreate(provisioning, options);
  const tags = tagsOf(machine.config?.metadata);
  if (tags === null || tags.workspaceId !== options.tags.workspaceId) {
    const problem = `The name ${options.name} is taken by a machine of another workspace.`;
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
      // Fly has no idempotency keys: after a lost response or a taken name, the machine may exist
      // without being listed yet.
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

/** Returns the same one of duplicates, which Fly does not allow, to every caller. */
function named(machines: readonly FlyMachine[], name: string): FlyMachine | undefined {
  return machines
    .filter((machine) => machine.name === name && !isGone(machine))
    .toSorted((left, right) => (left.created_at ?? "").localeCompare(right.created_at ?? ""))
    .at(0);
}

/** Whether the call may have been performed. */
function isLost(error: unknown): boolean {
  const status = refusalOf(error);
  return status === null || status === 408 || status >= 500;
}

function requestOf(spec: MachineSpec, { name, tags }: ProvisionOptions): FlyCreateMachine {
  if (!/^[a-z0-9][a-z0-9-]*$/i.test(name) || name.length > maximumNameCharacters) {
    throw new TreasuryError(
      "machine_host_error",
      `${JSON.stringify(name)} is not a valid machine name.`,
    );
  }
  const { image, cpuKind, cpus, memoryMb, region } = spec;
  return {
    name,
    region,
    config: {
      image,
      guest: { cpu_kind: cpuKind, cpus, memory_mb: memoryMb },
      // Replaces the image's program so that the machine stays up.
      init: { exec: ["/bin/sleep", "infinity"] },
      metadata: metadataOf(tags),
    },
  };
}
