import type { Engine } from "../treasury/engine.ts";
import { holdBody, releaseBody } from "./body-commands.ts";
import { fleetWorkspaceId } from "./fleet-workspace.ts";

const busyPollMs = 250;

/** How an agent's machine is held. */
export interface BodyUse {
  readonly name: string;
  readonly machineId: string;
  /** After which a holder that died loses it. */
  readonly lifetimeMs: number;
  /** After which it is idle, from when it is given back. */
  readonly idleMs: number;
}

/**
 * Does something while nobody suspends an agent's machine; undefined where the machine is nobody's, or not
 * that agent's any more. A suspension that is under way is waited for, which is for a bounded time.
 */
export async function whileHeld<Answer>(
  engine: Engine,
  { name, machineId, lifetimeMs, idleMs }: BodyUse,
  work: () => Promise<Answer>,
  signal?: AbortSignal,
): Promise<Answer | undefined> {
  const { committer, clock, identifiers, report } = engine;
  const holder = identifiers.random();
  const hold = holdBody(name, machineId, { holder, lifetimeMs });
  let taken = await committer.run(fleetWorkspaceId, hold);
  while (taken.kind === "busy") {
    await clock.sleep(busyPollMs, signal);
    taken = await committer.run(fleetWorkspaceId, hold);
  }
  if (taken.kind === "missing") return undefined;
  try {
    return await work();
  } finally {
    // What was done counts; a hold that could not be given back runs out by itself.
    const release = releaseBody(name, holder, idleMs);
    await committer.run(fleetWorkspaceId, release).catch(report);
  }
}
