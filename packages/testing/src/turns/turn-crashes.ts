import type { TestFramework } from "../conformance/test-framework.ts";
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
  /** Told at the end what was met. */
  readonly tell?: (met: Readonly<TurnCuts>) => void;
}

const beginning = Date.UTC(2026, 10, 3, 10);

/**
 * Turns whose processes die: at every step from the directive until the turn waits, and at every step
 * from its resumption to its end; and then whoever takes it up dies as well. Whatever died, the turn
 * comes to its end, shows everything once, spends once, and runs no tool twice that must not be.
 *
 * @example
 * turnCrashes({ describe, it, expect }, { name: "memory", open, leastCuts: 1_000, stride: 7 });
 */
export function turnCrashes(
  { describe, it, expect }: TestFramework,
  { name, open, leastCuts, stride, tell = () => {} }: TurnCrashesSubject,
): void {
  describe(`processes that die while they run a turn, on ${name}`, () => {
    const met: TurnCuts = { turns: 0, cuts: 0, afterEffects: 0, unknown: 0, repeated: 0 };
    for (const phase of ["begin", "resume"] as const) {
      it(`lose nothing of it and do nothing twice, cut at every step of its ${phase}`, async () => {
        const clock = steeredClock(beginning);
        const opened = await open(clock.now);
        try {
          const [storage] = opened.storages;
          if (storage === undefined) throw new Error("Crashes need a storage.");
          await crashEverywhere(openTurnStage(storage, clock, met), phase, stride, expect);
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
  phase: "begin" | "resume",
  stride: number,
  expect: TestFramework["expect"],
): Promise<void> {
  for (let first = 1; ; first += 1) {
    let diedFirst = false;
    // Another rest of the division each time, so that all steps have their turn.
    for (let second = 1 + (first % stride); ; second += stride) {
      const turn = new CrashedTurn(stage);
      if (phase === "resume") await turn.beginInPeace();
      diedFirst = phase === "begin" ? await turn.begin(first) : await turn.resume(first);
      const diedSecond = diedFirst && (await turn.recover(second));
      const flaw = await turn.finish();
      expect({ phase, first, second, flaw }).toEqual({ phase, first, second, flaw: null });
      if (!diedSecond) break;
    }
    if (!diedFirst) return;
  }
}
