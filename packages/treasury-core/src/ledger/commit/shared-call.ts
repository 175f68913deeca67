import type { CommitOutcome } from "@agent-treasury/provider";
import { sendTogether, withoutOutcome } from "./send-commit.ts";
import {
  type Attempt,
  bytesInCall,
  type QueuedCommand,
  settleGroup,
  type WriterParts,
} from "./workspace-books.ts";
import type { WorkspaceWriter } from "./workspace-writer.ts";

/** A workspace's group in a shared call. */
export interface Passenger {
  readonly writer: WorkspaceWriter;
  readonly group: readonly QueuedCommand[];
  /** Called with the commands that did not fit. */
  leave(rest: readonly QueuedCommand[]): void;
  /** Called when the group is answered, or with the promise of its separate run. */
  arrive(alone: Promise<void> | null): void;
}

interface Boarded {
  readonly passenger: Passenger;
  readonly attempt: Attempt;
}

/**
 * Loads, runs and commits groups of several workspaces together. A group whose commit needs a retry
 * continues alone, so that it does not delay the others. Never rejects.
 */
export async function callTogether(
  parts: WriterParts,
  passengers: readonly Passenger[],
): Promise<void> {
  const boarded: Boarded[] = [];
  const unknown: Passenger[] = [];
  for (const passenger of passengers) {
    const attempt = attemptFor(passenger, () =>
      passenger.writer.books.runOnCached(passenger.group),
    );
    if (attempt === null) unknown.push(passenger);
    else if (attempt !== undefined) boarded.push({ passenger, attempt });
  }
  if (unknown.length > 0) boarded.push(...(await load(parts, unknown)));
  for (const { passenger, attempt } of boarded) {
    passenger.leave(passenger.group.slice(attempt.group.length));
  }
  for (const call of callsFor(boarded)) await commit(parts, call);
}

async function load(parts: WriterParts, passengers: readonly Passenger[]): Promise<Boarded[]> {
  const observe = parts.storageClock.beginLoad();
  const requests = passengers.map(({ writer, group }) => writer.books.requestFor(group));
  try {
    const snapshots = await parts.storage.load(requests);
    const [first] = snapshots;
    if (first !== undefined) observe(first.storageNow);
    return passengers.flatMap((passenger, index) => {
      const { writer, group } = passenger;
      const attempt = attemptFor(passenger, () =>
        writer.books.runOnLoaded(group, snapshots[index]),
      );
      return attempt === undefined || attempt === null ? [] : [{ passenger, attempt }];
    });
  } catch (error) {
    for (const passenger of passengers) fail(passenger, error);
    return [];
  }
}

/** Isolates a fault to its group; undefined after its callers were rejected. */
function attemptFor(passenger: Passenger, run: () => Attempt | null): Attempt | null | undefined {
  try {
    return run();
  } catch (error) {
    fail(passenger, error);
    return undefined;
  }
}

async function commit(parts: WriterParts, call: readonly Boarded[]): Promise<void> {
  const commits = call.flatMap(({ attempt }) => attempt.commit ?? []);
  try {
    const outcomes = commits.length === 0 ? [] : await sendTogether(parts.storage, commits);
    let place = 0;
    for (const { passenger, attempt } of call) {
      const outcome = attempt.commit === null ? committed : outcomes[place];
      if (attempt.commit !== null) place += 1;
      settle(passenger, attempt, outcome ?? withoutOutcome());
    }
  } catch (error) {
    for (const { passenger, attempt } of call) fail(passenger, error, attempt.group);
  }
}

const committed: CommitOutcome = { kind: "committed" };

function settle({ writer, arrive }: Passenger, attempt: Attempt, outcome: CommitOutcome): void {
  if (outcome.kind !== "committed") {
    arrive(writer.run(attempt.group, attempt, outcome));
    return;
  }
  writer.books.keep(attempt);
  settleGroup(attempt);
  arrive(null);
}

function fail(passenger: Passenger, error: unknown, group = passenger.group): void {
  passenger.writer.books.forget();
  for (const queued of group) queued.reject(error);
  passenger.arrive(null);
}

function callsFor(boarded: readonly Boarded[]): readonly (readonly Boarded[])[] {
  const calls: Boarded[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const one of boarded) {
    const size = one.attempt.books.bytes;
    if (bytes + size > bytesInCall) {
      calls.push([]);
      bytes = 0;
    }
    calls.at(-1)?.push(one);
    bytes += size;
  }
  return calls;
}
