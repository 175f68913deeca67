import { type RunningChange, runningMs } from "@agent-treasury/provider/helpers";
import type { FlyApi } from "./api/fly-api.ts";
import type { FlyEvent, FlyMachine } from "./api/fly-types.ts";

/** Stored on a suspended machine, because Fly retains only its newest events. */
const meteredKey = "agent_treasury_metered";

/** Fly returns 20 events with a machine, so that they always reach back to the last note. */
const eventsBetweenNotes = 8;

const notRunning = new Set(["created", "stopped", "suspended", "failed", "destroyed", "replaced"]);

/** How long a machine had run until a moment at which it did not run. */
interface Metered {
  /** Milliseconds since 1970. */
  readonly until: number;
  readonly ranMs: number;
}

/** How long a machine ran until `now`, without its suspended time, in milliseconds. */
export async function ranMsOf(api: FlyApi, machine: FlyMachine, now: number): Promise<number> {
  const metered = meteredOf(machine);
  const told = machine.events ?? [];
  const events =
    told.length === 0 || reachesBack(told, metered) ? told : await api.listEvents(machine.id ?? "");
  return ranMs(machine, events, metered, now);
}

/** Stores a suspended machine's running time before Fly deletes the events. */
export async function noteRanMs(api: FlyApi, machine: FlyMachine): Promise<void> {
  const metered = meteredOf(machine);
  const newest = (machine.events ?? []).filter(
    ({ timestamp = 0 }) => timestamp > (metered?.until ?? 0),
  );
  const last = changesOf(newest).at(-1);
  if (newest.length < eventsBetweenNotes || last === undefined || last.running) return;
  const note: Metered = { until: last.at, ranMs: await ranMsOf(api, machine, last.at) };
  // Concurrent writes are safe: an older note stays correct while its later events exist.
  await api.writeMetadata(machine.id ?? "", meteredKey, JSON.stringify(note));
}

function ranMs(
  machine: FlyMachine,
  events: readonly FlyEvent[],
  metered: Metered | null,
  now: number,
): number {
  const changes = changesOf(events).filter(({ at }) => at >= (metered?.until ?? 0));
  if (changes.length === 0 && metered === null && machine.state === "started") {
    return runningMs([{ at: Date.parse(machine.created_at ?? "") || now, running: true }], now);
  }
  return (metered?.ranMs ?? 0) + runningMs(changes, now);
}

/** Other states, such as `stopping`, change nothing: the machine is billed until it stops. */
function changesOf(events: readonly FlyEvent[]): readonly RunningChange[] {
  // Fly lists the newest first. Of two events at one moment, the earlier comes first here.
  return events
    .toReversed()
    .flatMap(({ status = "", timestamp }) => {
      if (timestamp === undefined) return [];
      if (status === "started") return [{ at: timestamp, running: true }];
      return notRunning.has(status) ? [{ at: timestamp, running: false }] : [];
    })
    .toSorted((left, right) => left.at - right.at);
}

function reachesBack(events: readonly FlyEvent[], metered: Metered | null): boolean {
  if (events.some(({ type, status }) => type === "launch" || status === "created")) return true;
  return (
    metered !== null && events.some(({ timestamp = metered.until }) => timestamp <= metered.until)
  );
}

function meteredOf({ config }: FlyMachine): Metered | null {
  try {
    const note: unknown = JSON.parse(config?.metadata?.[meteredKey] ?? "null");
    return isMetered(note) ? note : null;
  } catch {
    return null;
  }
}

function isMetered(note: unknown): note is Metered {
  if (typeof note !== "object" || note === null) return false;
  const { until, ranMs: ran } = note as Partial<Metered>;
  return Number.isSafeInteger(until) && Number.isSafeInteger(ran) && (ran ?? -1) >= 0;
}
