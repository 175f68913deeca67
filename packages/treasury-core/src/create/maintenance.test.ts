import { TreasuryError } from "@agent-treasury/provider";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CoreModule } from "../http/core-module.ts";
import { recoverAll, startModules, startRecoveryTimer } from "./maintenance.ts";

const halfMinute = 30_000;
const hour = 3_600_000;

describe("the recovery timer", () => {
  let stop: (() => void) | null = null;
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(Math, "random").mockReturnValue(0.5);
  });
  afterEach(() => {
    stop?.();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  /** Starts a timer whose recoveries fail with `failure`, and returns what it reported. */
  function failing(failure: () => Error | null): { asked: number; readonly reports: unknown[] } {
    const seen = { asked: 0, reports: [] as unknown[] };
    const recover = async (): Promise<void> => {
      seen.asked += 1;
      const error = failure();
      if (error !== null) throw error;
    };
    stop = startRecoveryTimer(halfMinute, recover, (error) => seen.reports.push(error));
    return seen;
  }

  it("runs every 30 seconds until it is stopped", async () => {
    const seen = failing(() => null);
    await vi.advanceTimersByTimeAsync(1_000 + 10 * halfMinute);
    expect(seen.asked).toBe(11);
    stop?.();
    await vi.advanceTimersByTimeAsync(hour);
    expect(seen.asked).toBe(11);
  });

  it("does not report a pass that fails after it was stopped", async () => {
    const { promise, reject } = Promise.withResolvers<void>();
    const reports: unknown[] = [];
    stop = startRecoveryTimer(
      halfMinute,
      () => promise,
      (error) => reports.push(error),
    );
    await vi.advanceTimersByTimeAsync(1_000);
    stop();
    reject(new Error("The treasury is shutting down."));
    await vi.advanceTimersByTimeAsync(halfMinute);
    expect(reports).toEqual([]);
  });

  it("reports an unreachable host once, and then every hour", async () => {
    const seen = failing(() => new TreasuryError("machine_host_error", "The host is unreachable."));
    await vi.advanceTimersByTimeAsync(1_000 + hour - 1);
    expect(seen.asked).toBe(120);
    expect(seen.reports).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1 + 2 * hour);
    expect(seen.reports).toHaveLength(4);
  });

  it("reports immediately a different failure, or the same one after a success", async () => {
    const failures = ["a", "a", "b", "a", null, "a", "a"];
    const seen = failing(() => {
      const next = failures.shift() ?? null;
      return next === null ? null : new Error(next);
    });
    await vi.advanceTimersByTimeAsync(1_000 + 7 * halfMinute);
    expect(seen.reports.map((error) => (error as Error).message)).toEqual(["a", "b", "a", "a"]);
  });
});

describe("the modules of a treasury", () => {
  it("recover together, and dependent modules last", async () => {
    const order: string[] = [];
    const payments = Promise.withResolvers<void>();
    const recoveries = [
      { recover: async () => ({ turns: turnsOf(order) }), timed: null, last: true as const },
      { recover: async () => payments.promise.then(() => paidOf(order)), timed: null },
      {
        recover: async () => ({
          fleet: { suspended: order.push("machines"), orphans: [], failed: 0 },
        }),
        timed: null,
      },
    ];
    const recovering = recoverAll(
      recoveries.map((maintenance) => ({ maintenance })),
      () => {},
    );
    await Promise.resolve();
    expect(order).toEqual(["machines"]);
    payments.resolve();
    expect(await recovering).toEqual({
      taken: 2,
      closed: 2,
      unresolved: 0,
      failed: 0,
      fleet: { suspended: 1, orphans: [], failed: 0 },
      turns: { taken: 1, rested: 1, failed: 0 },
    });
    expect(order).toEqual(["machines", "payments", "turns"]);
  });

  it("recover by their timed work if they have no other, also without a part", async () => {
    const done: string[] = [];
    const modules: CoreModule[] = [
      { maintenance: { timed: async () => done.push("timed") } },
      { maintenance: { timed: null, recover: async () => void done.push("recovered") } },
      { maintenance: { timed: null } },
    ];
    expect(await recoverAll(modules, () => {})).toEqual({});
    expect(done).toEqual(["timed", "recovered"]);
  });

  it("recover and close all, also after one failed, and the first failure is thrown", async () => {
    const done: string[] = [];
    const reports: unknown[] = [];
    const report = (error: unknown): void => void reports.push(error);
    const slow = Promise.withResolvers<void>();
    const working = (name: string, last?: true): CoreModule => ({
      maintenance: {
        timed: null,
        recover: async () => {
          if (last === undefined) await slow.promise;
          done.push(name);
          return {};
        },
        ...(last && { last }),
      },
      close: async () => void done.push(name),
    });
    const modules = [
      failingModule("host"),
      working("cases"),
      failingModule("keys"),
      working("turns", true),
    ];
    const recovering = recoverAll(modules, report);
    slow.resolve();
    await expect(recovering).rejects.toThrow("host");
    expect([done.splice(0), reports.splice(0)]).toEqual([["cases", "turns"], [new Error("keys")]]);
    await expect(startModules(modules, null, report)()).rejects.toThrow("keys");
    expect([done, reports]).toEqual([["turns", "cases"], [new Error("host")]]);
  });

  it("close in reverse order, after each one's maintenance is stopped", async () => {
    vi.useFakeTimers();
    const order: string[] = [];
    const moduleOf = (name: string): CoreModule => {
      const timed = async () => order.push(`${name} maintained`);
      return {
        maintenance: { timed, recover: async () => ({}) },
        close: async () => {
          await new Promise((resolve) => setTimeout(resolve, halfMinute + 10_000));
          order.push(`${name} closed`);
        },
      };
    };
    const close = startModules([moduleOf("first"), moduleOf("second")], hour, () => undefined);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(order.splice(0).toSorted()).toEqual(["first maintained", "second maintained"]);
    const closing = close();
    await vi.advanceTimersByTimeAsync(3 * hour);
    await closing;
    expect(order).toEqual(["second closed", "first closed"]);
    vi.useRealTimers();
  });
});

const failingModule = (name: string): CoreModule => ({
  maintenance: { timed: null, recover: () => Promise.reject(new Error(name)) },
  close: () => Promise.reject(new Error(name)),
});

function turnsOf(order: string[]) {
  order.push("turns");
  return { taken: 1, rested: 1, failed: 0 };
}

function paidOf(order: string[]) {
  order.push("payments");
  return { taken: 2, closed: 2, unresolved: 0, failed: 0 };
}
