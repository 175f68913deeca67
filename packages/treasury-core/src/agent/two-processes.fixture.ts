import type {
  LanguageModel,
  Storage,
  TurnAppend,
  TurnLog,
  TurnName,
} from "@agent-treasury/provider";
import { expect } from "vitest";
import { type Treasury, type TreasuryOptions, createTreasury } from "../index.ts";
import { memoryStorage } from "../memory.ts";
import { type ManualClock, manualClock } from "./manual-clock.fixture.ts";

/** One storage, on which processes come and go. */
export interface House {
  readonly storage: Storage;
  readonly clock: ManualClock;
  /** Another process on the same storage. */
  open(model: LanguageModel, options?: Partial<TreasuryOptions>): Treasury;
}

export function house(given: Partial<TreasuryOptions> = {}): House {
  const clock = manualClock();
  const storage = given.storage ?? memoryStorage({ now: clock.now });
  return {
    storage,
    clock,
    open: (model, options = {}) =>
      createTreasury({
        baseUrl: "http://localhost:3000",
        storage,
        clock,
        model,
        budget: { startingCapitalUsd: 1_000, minReserveUsd: 0 },
        recoverySeconds: false,
        ...given,
        ...options,
      }),
  };
}

/** A process's clock once the process is gone: nothing that sleeps wakes up again. */
export function stoppedClock(clock: ManualClock): ManualClock {
  return { ...clock, sleep: () => new Promise<void>(() => {}) };
}

/** Resolves when the records of a turn say that a tool was called, which are kept a little later. */
export async function untilCallKept(
  { storage }: House,
  turn: TurnName,
  tool: string,
): Promise<void> {
  await expect
    .poll(async () => JSON.stringify(await storage.turnLog?.read(turn, 0, 100)))
    .toContain(`"${tool}"`);
}

/** The same thing, of which some methods are others. */
export function withOthers<Thing extends object>(thing: Thing, others: Partial<Thing>): Thing {
  return new Proxy(thing, {
    get: (target, name) => {
      const found: unknown = Reflect.get(others, name) ?? Reflect.get(target, name, target);
      return typeof found === "function" ? found.bind(target) : found;
    },
  });
}

/** The same storage, whose log appends in another way. */
export function appendingBy(
  storage: Storage,
  append: (records: TurnAppend, log: TurnLog) => ReturnType<TurnLog["append"]>,
): Storage {
  const { turnLog } = storage;
  if (turnLog === undefined) throw new Error("The storage has no log.");
  const other = withOthers(turnLog, { append: (records) => append(records, turnLog) });
  return withOthers(storage, { turnLog: other });
}
