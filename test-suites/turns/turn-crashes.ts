import type { TestFramework } from "@agent-treasury/testing";
import type { OpenedStorage } from "../histories/treasury-histories.ts";
import { steeredClock } from "../spends/steered-clock.ts";
import { CrashedTurn, type TurnCuts, type TurnStage, openTurnStage } from "./crashed-turn.ts";

/** The storage under test. */
export interface TurnCrashesSubject {
  /** For messages, for example `memory`. */
  readonly name: string;
  /** Opens an empty storage that goes by the given clock. */
  readonly open: (now: () => number) => OpenedStorage | Promise<OpenedStorage>;
  /** The fewest cuts that must have been met. */
  readonly leastCuts: number;
  /** Of the steps at which the second process could die, every how many-th is taken; 1 for all. */
  readonly stride: number;
  /** The same for the first process; all unless given. */
  readonly firstStride?: number;
  /** Of the times that the processes go by, another one for each of them; another one each run unless given. */
  readonly seed?: number;
  /** Told at the end what was met. */
  readonly tell?: (met: Readonly<TurnCuts>) => void;
}

const beginning = Date.UTC(2026, 10, 3, 10);

const phases = {
  "from its directive on": { begin: (turn, step) => turn.begin(step) },
  "from its directive on, while somebody watches": {
    begin: (turn, step) => turn.beginWatched(step),
  },
  "from its resumption on": {
    prepare: (turn) => turn.askInPeace(),
    begin: (turn, step) => turn.resume(step),
  },
} satisfies Record<string, Phase>;

/** A part of a turn in which processes die. */
interface Phase {
  /** What comes before, in peace. */
  readonly prepare?: (turn: CrashedTurn) => Promise<unknown>;
  /** Tells whether the process died. */
  readonly begin: (turn: CrashedTurn, step: number) => Promise<boolean>;
}

/**
 * Turns whose processes die: at every step from the directive until the turn waits, and at every step
 * from its resumption to its end; and then whoever takes it up dies as well. Each process goes by a
 * time of its own, a little ahead of or behind the others'. Whatever died, whoever asked asks again
 * under the same key, and the turn comes to its end, shows everything once, spends once, and runs no
 * tool twice that must not be.
 *
 * @example
 * turnCrashes({ describe, it, expect }, { name: "memory", open, leastCuts: 1_000, stride: 7 });
 */
export function turnCrashes(
  { describe, it, expect }: TestFramework,
  subject: TurnCrashesSubject,
): void {
  const { name, open, leastCuts, stride, firstStride = 1, tell = () => {} } = subject;
  const { seed = Date.now() % 1_000_000_000 } = subject;
  describe(`processes that die while they run a turn, on ${name}`, () => {
    const met: TurnCuts = { turns: 0, cuts: 0, afterEffects: 0, unknown: 0, repeated: 0 };
    for (const [when, phase] of Object.entries(phases)) {
      it(`lose nothing of it and do nothing twice, cut at every step ${when}`, async () => {
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

    it(`were cut ${leastCuts} times or more, at calls that may not be repeated and at calls that may`, async () => {
      tell(met);
      expect(met.cuts >= leastCuts).toBe(true);
      expect(met.afterEffects > 0 && met.afterEffects < met.cuts).toBe(true);
      expect(met.unknown > 0 && met.repeated > 0).toBe(true);
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
  for (let first = 1; ; first += firstStride) {
    let diedFirst = false;
    // Another rest of the division each time, so that all steps have their turn.
    for (let second = 1 + (first % stride); ; second += stride) {
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
