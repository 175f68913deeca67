import type { FlyEvent, FlyMachine, FlyMachineConfig } from "./api/fly-types.ts";

export interface StandInMachine {
  readonly id: string;
  readonly name: string;
  readonly region: string;
  readonly config: FlyMachineConfig;
  readonly createdAt: number;
  state: string;
  /** The number of waits that timed out. */
  waits: number;
  /** Newest first. */
  readonly events: FlyEvent[];
}

const eventsWithMachine = 20;

/** A machine in Fly's response, with its newest events only. */
export function publicMachine(machine: StandInMachine): FlyMachine {
  const { id, name, region, config, createdAt, state, events } = machine;
  return {
    id,
    name,
    region,
    config: structuredClone(config),
    created_at: new Date(createdAt).toISOString(),
    state,
    events: events.slice(0, eventsWithMachine),
  };
}

/** Changes a machine's state and adds the event. */
export function tell(machine: StandInMachine, state: string, type: string, now: number): void {
  machine.state = state;
  machine.events.unshift({
    id: `event-${machine.events.length}`,
    type,
    status: state,
    source: "flyd",
    timestamp: now,
  });
}
