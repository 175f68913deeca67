import { type Clock, TreasuryError } from "@agent-treasury/provider";
import type { FlyApi } from "./api/fly-api.ts";
import { refusalOf } from "./api/fly-failure.ts";
import type { FlyMachine } from "./api/fly-types.ts";

const looksAfterCreating = 4;

export interface AppSettings {
  readonly api: FlyApi;
  readonly clock: Clock;
  readonly spec: { readonly app: string };
  readonly organization: string;
  readonly firstDelayMs: number;
}

export async function machinesOfApp(
  settings: AppSettings,
  signal: AbortSignal,
): Promise<readonly FlyMachine[]> {
  const { api, clock, spec, organization, firstDelayMs } = settings;
  const known = await machinesIfThere(api, signal);
  if (known !== null) return known;
  // With its own network, so that an agent's commands cannot reach the organization's other apps.
  const app = { name: spec.app, network: spec.app, org_slug: organization };
  const refusal = await refusalToCreate(api, app, signal);
  for (let look = 0; look < looksAfterCreating; look += 1) {
    const machines = await machinesIfThere(api, signal);
    if (machines !== null) return machines;
    await clock.sleep(firstDelayMs * 2 ** look, signal);
  }
  if (refusal !== null) throw refusal;
  throw new TreasuryError(
    "machine_host_error",
    `The Fly app ${spec.app} was created but cannot be found.`,
  );
}

export async function machinesIfThere(
  api: FlyApi,
  signal?: AbortSignal,
): Promise<readonly FlyMachine[] | null> {
  try {
    return await api.listMachines(signal);
  } catch (error) {
    if (refusalOf(error) === 404) return null;
    throw error;
  }
}

/** Returns the error, because a taken name may mean that a concurrent process created the app. */
async function refusalToCreate(
  api: FlyApi,
  app: { readonly name: string; readonly network: string; readonly org_slug: string },
  signal: AbortSignal,
): Promise<Error | null> {
  try {
    await api.createApp(app, signal);
    return null;
  } catch (error) {
    signal.throwIfAborted();
    return error instanceof Error ? error : new Error(String(error));
  }
}
