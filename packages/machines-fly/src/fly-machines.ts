import { type Clock, type Machine, type MachineHost, systemClock } from "@agent-treasury/provider";
import { checkOptions, type MachinePrices, type NamesOf } from "@agent-treasury/provider/helpers";
import { type FlyApi, flyApi } from "./api/fly-api.ts";
import { askFly, refusalOf } from "./api/fly-failure.ts";
import type { FlyMachine } from "./api/fly-types.ts";
import { connect, hasToken } from "./connection.ts";
import { machinesIfThere } from "./fly-app.ts";
import { flyPrices } from "./fly-prices.ts";
import { idOf, isGone, machineOf } from "./machine-of.ts";
import { type SpecOptions, specOf } from "./machine-spec.ts";
import { bringToStarted, bringToSuspended } from "./machine-states.ts";
import { destroyMachine, isOurs, readMachine, readOurs } from "./our-machines.ts";
import { provisionMachine } from "./provision-machine.ts";
import { runCommand } from "./run-command.ts";
import { noteRanMs, ranMsOf } from "./running-history.ts";

/** Fly settings. Omitted settings are read at the first call. */
export interface FlyMachinesOptions extends SpecOptions {
  /** `HOST_API_TOKEN` by default. */
  readonly token?: string;
  /** `HOST_API_URL`, or else Fly's own. */
  readonly apiUrl?: string;
  /** `HOST_APP` by default: a Fly app used only for machines. It is created if missing. */
  readonly app?: string;
  /** The organization for a new app; `personal` by default. */
  readonly organization?: string;
  /** `HOST_REGION`, or else `iad`. */
  readonly region?: string;
  /** `HOST_IMAGE`, or else `debian:13-slim`. It needs `/bin/bash` and `/bin/sleep`. */
  readonly image?: string;
  /** `HOST_CPU_KIND`, or else `performance`. */
  readonly cpuKind?: string;
  /** `HOST_CPUS`, or else 1. */
  readonly cpus?: number;
  /** `HOST_MEMORY_MB`, or else 2048, the most that Fly suspends. */
  readonly memoryMb?: number;
  /** The price of running, by kind of CPU; approximately Fly's prices by default. */
  readonly prices?: MachinePrices;
  /** The longest that starting or suspending a machine may take; 300 by default. */
  readonly changeTimeoutSeconds?: number;
  /** The timeout of one attempt of a call; 30 by default. */
  readonly timeoutSeconds?: number;
}

/** Timing for tests. */
export interface FlyMachinesTiming {
  readonly clock?: Clock;
  /** Milliseconds before the first retry of a call. */
  readonly firstDelayMs?: number;
}

const optionNames: NamesOf<FlyMachinesOptions> = {
  token: true,
  apiUrl: true,
  app: true,
  organization: true,
  region: true,
  image: true,
  cpuKind: true,
  cpus: true,
  memoryMb: true,
  prices: true,
  changeTimeoutSeconds: true,
  timeoutSeconds: true,
};

interface Connected {
  readonly api: FlyApi;
  readonly token: string;
}

/**
 * Machines on Fly, through its Machines API.
 *
 * Methods reject with a `TreasuryError`: `machines_not_connected` when a setting is missing,
 * `machine_not_found`, and `machine_host_error` with Fly's own message.
 *
 * @example const machines = flyMachines({ app: "acme-agents", region: "fra" });
 */
export function flyMachines(options: FlyMachinesOptions = {}): MachineHost {
  return flyMachinesWith(options, {});
}

/** {@link flyMachines} with a test's timing. */
export function flyMachinesWith(
  options: FlyMachinesOptions,
  { clock = systemClock, firstDelayMs = 500 }: FlyMachinesTiming,
): MachineHost {
  checkOptions("flyMachines", options, optionNames);
  const { prices = flyPrices, organization = "personal", changeTimeoutSeconds = 300 } = options;
  const timeoutMs = (options.timeoutSeconds ?? 30) * 1_000;
  let connected: Connected | undefined;
  /** Connects at first use and converts errors for the caller. */
  const ask = async <Answer>(
    work: (api: FlyApi) => Promise<Answer>,
    signal?: AbortSignal,
  ): Promise<Answer> => {
    if (connected === undefined) {
      const connection = connect(options);
      connected = { token: connection.token, api: flyApi(connection, { timeoutMs, firstDelayMs }) };
    }
    const { api, token } = connected;
    return askFly(token, () => work(api), signal);
  };
  const toMachine = async (api: FlyApi, machine: FlyMachine): Promise<Machine> => {
    const ranMs = await ranMsOf(api, machine, clock.now());
    return machineOf(machine, ranMs, prices);
  };
  const changeOf = (api: FlyApi) => ({ api, clock, timeoutMs: changeTimeoutSeconds * 1_000 });

  return {
    specificationVersion: "1",
    provider: "fly",
    real: true,
    networked: true,
    configured: () => hasToken(options),
    defaultSpec: () => specOf(options),
    list: () =>
      ask(async (api) => {
        const machines = (await machinesIfThere(api)) ?? [];
        const ours = machines.filter((machine) => !isGone(machine) && isOurs(machine));
        const listed = ours.map((machine) => toMachine(api, machine).catch(noneIfMissing));
        return (await Promise.all(listed)).filter((machine) => machine !== null);
      }),
    provision: (provision) =>
      ask(async (api) => {
        const { signal } = provision;
        const change = { ...changeOf(api), signal, timeoutMs: Number.POSITIVE_INFINITY };
        const settings = { ...change, spec: specOf(options), organization, firstDelayMs };
        return toMachine(api, await provisionMachine(settings, provision));
      }, provision.signal),
    get: (id) => ask(async (api) => toMachine(api, await readMachine(api, id))),
    suspend: (id) =>
      ask(async (api) => {
        const machine = await bringToSuspended(changeOf(api), await readOurs(api, id));
        // Fly deletes old events, so the running time is stored on the machine.
        await noteRanMs(api, machine).catch(() => undefined);
        return toMachine(api, machine);
      }),
    start: (id) =>
      ask(async (api) =>
        toMachine(api, await bringToStarted(changeOf(api), await readOurs(api, id))),
      ),
    exec: (id, exec) =>
      ask(async (api) => runCommand(api, clock, idOf(await readOurs(api, id)), exec), exec.signal),
    destroy: (id) => ask(async (api) => destroyMachine(api, idOf(await readOurs(api, id)))),
  };
}

/** A machine can be destroyed while the others are read. */
function noneIfMissing(error: unknown): null {
  if (refusalOf(error) !== 404) throw error;
  return null;
}
