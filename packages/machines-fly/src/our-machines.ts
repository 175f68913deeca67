import { TreasuryError } from "@agent-treasury/provider";
import type { FlyApi } from "./api/fly-api.ts";
import { refusalOf } from "./api/fly-failure.ts";
import type { FlyMachine } from "./api/fly-types.ts";
import { isGone } from "./machine-of.ts";
import { tagsOf } from "./machine-tags.ts";

/** Whether a machine carries the treasury's tags. */
export function isOurs(machine: FlyMachine): boolean {
  return tagsOf(machine.config?.metadata) !== null;
}

/** Reads a machine of any owner. */
export async function readMachine(api: FlyApi, id: string): Promise<FlyMachine> {
  const machine = await api.readMachine(id);
  if (!isGone(machine)) return machine;
  throw new TreasuryError("machine_not_found", `The machine ${id} was destroyed.`);
}

/** Reads a machine for a change, which requires the treasury's tags. */
export async function readOurs(api: FlyApi, id: string): Promise<FlyMachine> {
  const machine = await readMachine(api, id);
  if (isOurs(machine)) return machine;
  throw new TreasuryError("machine_not_found", `The treasury has no machine ${id}.`);
}

/** Destroys a machine. Without a response, the machine's state shows whether it was destroyed. */
export async function destroyMachine(api: FlyApi, id: string): Promise<void> {
  try {
    await api.destroyMachine(id);
  } catch (error) {
    if (refusalOf(error) === 404) return;
    if (refusalOf(error) !== null || !(await isAway(api, id))) throw error;
  }
}

async function isAway(api: FlyApi, id: string): Promise<boolean> {
  try {
    return isGone(await api.readMachine(id));
  } catch (error) {
    return refusalOf(error) === 404;
  }
}
