import type {
  LanguageModel,
  Storage,
  TurnAppend,
  TurnLog,
  TurnName,
} from "@agent-treasury/provider";
import { expect } from "vitest";
import { type Treasury, type TreasuryOptions, createTreasury } from "../../index.ts";
import { memoryStorage } from "../../memory.ts";
import { type ManualClock, manualClock } from "./manual-clock.fixture.ts";

/** Processes that share one storage. */
export interface TestDeployment {
  readonly storage: Storage;
  readonly clock: ManualClock;
  /** Starts another process on the same storage. */
  open(model: LanguageModel, options?: Partial<TreasuryOptions>): Treasury;
}

export function testDeployment(given: Partial<TreasuryOptions> = {}): TestDeployment {
  const clock = manualClock();
  const storage = given.storage ?? memoryStorage({ now: clock.now });
  return {
    storage,
    clock,
    open: (model, options = {}) =>
      createTreasury({
        autoApprovePayees: "any",
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

/** The clock of a crashed process, whose sleeps never end. */
export function stoppedClock(clock: ManualClock): ManualClock {
  return { ...clock, sleep: () => new Promise<void>(() => {}) };
}

/** Resolves when the record of a tool call is persisted. */
export async function untilCallPersisted(
  { storage }: TestDeployment,
  turn: TurnName,
  tool: string,
): Promise<void> {
  await expect
    .poll(async () => JSON.stringify(await storage.turnLog?.read(turn, 0, 100)))
    .toContain(`"${tool}"`);
}

/** Replaces methods of an object. */
export function withOverrides<Value extends object>(value: Value, others: Partial<Value>): Value {
  return new Proxy(value, {
    get: (target, name) => {
      const found: unknown = Reflect.get(others, name) ?? Reflect.get(target, name, target);
      return typeof found === "function" ? found.bind(target) : found;
    },
  });
}

/** Replaces `append` of the storage's turn log. */
export function withAppend(
  storage: Storage,
  append: (records: TurnAppend, log: TurnLog) => ReturnType<TurnLog["append"]>,
): Storage {
  const { turnLog } = storage;
  if (turnLog === undefined) throw new Error("The storage has no log.");
  const other = withOverrides(turnLog, { append: (records) => append(records, turnLog) });
  return withOverrides(storage, { turnLog: other });
}
