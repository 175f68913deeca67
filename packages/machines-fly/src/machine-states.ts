import { type Clock, TreasuryError } from "@agent-treasury/provider";
import type { AwaitedState, FlyApi } from "./api/fly-api.ts";
import { refusalOf } from "./api/fly-failure.ts";
import type { FlyMachine } from "./api/fly-types.ts";
import { idOf, isGone } from "./machine-of.ts";

/** Fly accepts 1 to 60. A short window detects a failed machine soon. */
const windowSeconds = 20;

/** A machine that stops this often after starting is broken. */
const maximumStarts = 3;

export interface StateChange {
  readonly api: FlyApi;
  readonly clock: Clock;
  /** Milliseconds of the whole change. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** Changes a machine to `started` from any state. */
export async function bringToStarted(change: StateChange, first: FlyMachine): Promise<FlyMachine> {
  let starts = 0;
  return untilState(change, first, "started", async (machine) => {
    switch (machine.state) {
      case "stopping":
        return awaitWindow(change, machine, "stopped");
      case "suspending":
        return awaitWindow(change, machine, "suspended");
      case "stopped":
      case "suspended":
      case "failed":
        starts += 1;
        if (starts > maximumStarts) throw givenUp(machine, "does not stay up");
        // Rejected while the state changes, which the next read shows.
        return unlessRefused(412, change.api.startMachine(idOf(machine), change.signal));
      default:
        return awaitWindow(change, machine, "started");
    }
  });
}

/** Changes a machine to `suspended`. A stopped machine stays stopped because it costs as little. */
export async function bringToSuspended(
  change: StateChange,
  first: FlyMachine,
): Promise<FlyMachine> {
  return untilState(change, first, "suspended", async (machine) => {
    switch (machine.state) {
      case "started":
        await unlessRefused(412, change.api.suspendMachine(idOf(machine)));
        return awaitWindow(change, machine, "suspended");
      case "suspending":
        return awaitWindow(change, machine, "suspended");
      case "stopping":
        return awaitWindow(change, machine, "stopped");
      default:
        return awaitWindow(change, machine, "started");
    }
  });
}

async function untilState(
  change: StateChange,
  first: FlyMachine,
  wanted: "started" | "suspended",
  step: (machine: FlyMachine) => Promise<void>,
): Promise<FlyMachine> {
  const { api, clock, timeoutMs, signal } = change;
  const end = clock.monotonic() + timeoutMs;
  let machine = first;
  while (machine.state !== wanted) {
    if (isGone(machine)) throw givenUp(machine, "no longer exists");
    if (wanted === "suspended" && (machine.state === "stopped" || machine.state === "failed"))
      break;
    if (clock.monotonic() > end) throw givenUp(machine, `was not ${wanted} in time`);
    await unlessGone(machine, step(machine));
    signal?.throwIfAborted();
    machine = await unlessGone(machine, api.readMachine(idOf(machine), signal));
  }
  return machine;
}

async function unlessGone<Result>(machine: FlyMachine, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (refusalOf(error) === 404) throw givenUp(machine, "was destroyed meanwhile");
    throw error;
  }
}

async function awaitWindow(
  { api, signal }: StateChange,
  machine: FlyMachine,
  state: AwaitedState,
): Promise<void> {
  // 408 means that the window ended, not that the change failed.
  await unlessRefused(408, api.awaitState(idOf(machine), state, windowSeconds, signal));
}

async function unlessRefused(status: number, call: Promise<void>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (refusalOf(error) !== status) throw error;
  }
}

function givenUp(machine: FlyMachine, problem: string): TreasuryError {
  const { id = "", state = "unknown" } = machine;
  const message = `The machine ${id} ${problem}; Fly reports it as ${state}.`;
  return new TreasuryError("machine_host_error", message);
}
