import { TreasuryError } from "@agent-treasury/provider";
import type { FlyApi } from "./api/fly-api.ts";
import { refusalOf } from "./api/fly-failure.ts";
import type { FlyMachine } from "./api/fly-types.ts";
import { isGone } from "./machine-of.ts";
import { tagsOf } from "./machine-tags.ts";

/** Whether a machine carries our tags. */
export function isOurs(machine: FlyMachine): boolean {
  return tagsOf(machine.config?.metadata) !== null;
}

/** A machine that is there, whoever made it. */
export async function readMachine(api: FlyApi, id: string): Promise<FlyMachine> {
  const machine = await api.readMachine(id);
  if (!isGone(machine)) return machine;
  throw new TreasuryError("machine_not_found", `The machine ${id} was destroyed.`);
}

/** A machine that something is to be done to: nothing is, to one that does not carry our tags. */
export async function readOurs(api: FlyApi, id: string): Promise<FlyMachine> {
  const machine = await readMachine(api, id);
  if (isOurs(machine)) return machine;
  throw new TreasuryError("machine_not_found", `There is no machine ${id} of ours.`);
}

/** Destroys a machine. When the answer was lost, what is left of it tells whether that was done. */
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
