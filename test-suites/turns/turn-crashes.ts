import type { TestFramework } from "@agent-treasury/testing";
import { seedOfRun } from "../histories/seed-of-run.ts";
import type { OpenedStorage } from "../histories/treasury-histories.ts";
import { steeredClock } from "../spends/steered-clock.ts";
import { CrashedTurn, type TurnCuts, type TurnStage, openTurnStage } from "./crashed-turn.ts";

/** The storage under test. */
export interface TurnCrashesSubject {
  /** For messages, for example `memory`. */
  readonly name: string;
  /** Opens an empty storage with the given clock. */
  readonly open: (now: () => number) => OpenedStorage | Promise<OpenedStorage>;
  /** The minimum number of crashes. */
  readonly leastCuts: number;
  /** How many are at least at unrepeatable, and at repeatable calls; 1 by default. */
  readonly leastCalls?: number;
  /** The stride over the crash steps of the second process; 1 for all. */
  readonly stride: number;
  /** The same for the first process; 1 by default. */
  readonly firstStride?: number;
  /** The seed of the processes' clock skew; by default `seedOfRun`. */
  readonly seed?: number;
  /** Receives the counts at the end. */
  readonly tell?: (met: Readonly<TurnCuts>) => void;
}

const beginning = Date.UTC(2026, 10, 3, 10);

const phases = {
  "from its message on": { begin: (turn, step) => turn.begin(step) },
  "from its message on, with a watcher": {
    begin: (turn, step) => turn.beginWatched(step),
  },
  "from its resumption on": {
    prepare: (turn) => turn.askInPeace(),
    begin: (turn, step) => turn.resume(step),
  },
} satisfies Record<string, Phase>;

/** A part of a turn in which processes crash. */
interface Phase {
  /** Runs before it without a crash. */
  readonly prepare?: (turn: CrashedTurn) => Promise<unknown>;
  /** Returns whether the process crashed. */
  readonly begin: (turn: CrashedTurn, step: number) => Promise<boolean>;
}

/**
 * Turns whose processes crash: at every step until the turn waits, at every step from its
 * resumption to its end, and again during recovery. Each process has its own clock skew. The caller
 * repeats the request with the same key, and the turn ends, shows every event once, spends once,
 * and repeats no unrepeatable tool.
 *
 * @example turnCrashes({ describe, it, expect }, { name: "memory", open, leastCuts: 1_000, stride:
 * 7 });
 */
export function turnCrashes(
  { describe, it, expect }: TestFramework,
  subject: TurnCrashesSubject,
): void {
  const { name, open, leastCuts, leastCalls = 1, stride, firstStride = 1 } = subject;
  const { seed = seedOfRun(), tell = () => {} } = subject;
  describe(`processes that crash while they run a turn, on ${name}`, () => {
    const met: TurnCuts = { turns: 0, cuts: 0, afterEffects: 0, unknown: 0, repeated: 0 };
    for (const [when, phase] of Object.entries(phases)) {
      it(`lose nothing of it and repeat nothing, after a crash at every step ${when}`, async () => {
        const clock = steeredClock(beginning);
        const opened = await open(clock.now);
        try {
          const [storage] = opened.storages;
          if (storage === undefined) throw new Error("Crashes need a storage.");
          const stage = openTurnStage(storage, clock, met, seed + met.turns);
          await crashEverywhere(stage, phase, { stride, firstStride, seed }, expect);
        } finally {
          await opened.close();
        }
      });
    }

    it(`crashed ${leastCuts} times or more, and at ${leastCalls} or more calls of each kind`, async () => {
      tell(met);
      expect(met.cuts >= leastCuts).toBe(true);
      expect(met.afterEffects > 0 && met.afterEffects < met.cuts).toBe(true);
      expect(Math.min(met.unknown, met.repeated) >= leastCalls).toBe(true);
    });
  });
}

async function crashEverywhere(
  stage: TurnStage,
  { prepare, begin }: Phase,
  {
    stride,
    firstStride,
    seed,
  }: Required<Pick<TurnCrashesSubject, "stride" | "firstStride" | "seed">>,
  expect: TestFramework["expect"],
): Promise<void> {
  for (let first = 1 + (seed % firstStride); ; first += firstStride) {
    let diedFirst = false;
    // Shifts the steps each time, so that all of them are used.
    for (let second = 1 + ((seed + first) % stride); ; second += stride) {
      const turn = new CrashedTurn(stage);
      await prepare?.(turn);
      diedFirst = await begin(turn, first);
      const diedSecond = diedFirst && (await turn.recover(second));
      const flaw = await turn.finish().catch(String);
      expect({ seed, first, second, flaw }).toEqual({ seed, first, second, flaw: null });
      if (!diedSecond) break;
    }
    if (!diedFirst) return;
  }
}
