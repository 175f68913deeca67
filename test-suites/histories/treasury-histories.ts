import type { Storage } from "@agent-treasury/provider";
import type { TestFramework } from "@agent-treasury/testing";
import { formatHistory } from "./format-history.ts";
import { type HistoryClock, historyClock } from "./history-clock.ts";
import { type History, beginning } from "./history.ts";
import { type Met, runHistory } from "./run-history.ts";
import { shorten } from "./shorten-history.ts";
import { writeHistory } from "./write-history.ts";

const historiesInTest = 1_000;

/** The storage under test. */
export interface HistorySubject {
  /** For the suite's title. */
  readonly name: string;
  /** The number of histories. */
  readonly histories: number;
  /** The seed of the first history; each next one has the next seed. */
  readonly firstSeed: number;
  /** Opens a new, empty storage with the clock `now`. */
  open(now: () => number): Promise<OpenedStorage> | OpenedStorage;
}

export interface OpenedStorage {
  /** One or more connections to it, as of several processes. */
  readonly storages: readonly Storage[];
  close(): Promise<void>;
}

/**
 * Runs random histories of a treasury on a storage: concurrent committers propose, decide, hold,
 * settle, credit, reverse, reset and change limits over days, with faults. A simple model of the
 * service's rules must explain all results.
 *
 * @example
 * import { describe, expect, it } from "vitest";
 *
 * treasuryHistories(
 * { describe, it, expect },
 * {
 * name: "memory",
 * histories: 1_000,
 * firstSeed: Date.now(),
 * open: (now) => {
 * const storage = memoryStorage({ now });
 * return { storages: [storage], close: () => storage.close() };
 * },
 * },
 * );
 */
export function treasuryHistories(framework: TestFramework, subject: HistorySubject): void {
  const { describe, it, expect } = framework;
  const { name, histories, firstSeed } = subject;
  describe(`${histories} random histories on ${name}`, () => {
    for (let first = 0; first < histories; first += historiesInTest) {
      const count = Math.min(historiesInTest, histories - first);
      it(`match the model, from seed ${firstSeed + first}, ${count} of them`, async () => {
        const met = await liveThrough(subject, firstSeed + first, count);
        // Histories without changes would prove nothing.
        expect(met.steps >= count * 4).toBe(true);
        expect(count < 20 || (met.executed > 0 && met.faults > 0)).toBe(true);
      });
    }
  });
}

async function liveThrough(
  subject: HistorySubject,
  firstSeed: number,
  count: number,
): Promise<Omit<Met, "seen">> {
  const clock = historyClock(beginning);
  const opened = await subject.open(clock.now);
  const met = { steps: 0, executed: 0, faults: 0 };
  try {
    for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
      const history = writeHistory(seed);
      const one = await live(history, opened, clock);
      met.steps += one.steps;
      met.executed += one.executed;
      met.faults += one.faults;
    }
  } finally {
    await opened.close();
  }
  return met;
}

async function live(
  history: History,
  { storages }: OpenedStorage,
  clock: HistoryClock,
): Promise<Met> {
  let attempts = 0;
  const attempt = (attempted: History): Promise<Met> => {
    attempts += 1;
    return runHistory(attempted, {
      storages,
      clock,
      workspaceId: `history-${history.seed}-${attempts}`,
    });
  };
  try {
    return await attempt(history);
  } catch (error) {
    const { shortest, failure } = await shorten(history, error, attempt);
    const message = failure instanceof Error ? failure.message : String(failure);
    throw new Error(
      `The history of seed ${history.seed} failed.\n${message}\n${formatHistory(shortest)}`,
      {
        cause: error,
      },
    );
  }
}
