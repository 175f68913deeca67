import { type Clock, systemClock } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { says, testModel } from "../features/agent/test-model.fixture.ts";
import { createTreasury } from "../index.ts";
import { memoryStorage } from "../memory.ts";

const workspaceId = "acme";
const spend = { agentId: "buyer", amountUsd: 5, vendor: "Acme", purpose: "tea" };

function treasuryWith(clock: Clock) {
  const storage = memoryStorage();
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage,
    model: testModel(says("Done.")),
    clock,
    autoApprovePayees: "any",
    budget: { startingCapitalUsd: 100 },
    recoverySeconds: false,
    onFailure: () => {},
  });
  return { storage, treasury };
}

/** Its methods need `this`, and its times have fractions. */
class FineClock implements Clock {
  readonly #begin = performance.timeOrigin;

  now(): number {
    return this.#begin + Math.floor(performance.now()) + 0.5;
  }

  monotonic(): number {
    return this.#begin + performance.now();
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return this.#begin > 0 ? systemClock.sleep(milliseconds, signal) : Promise.reject();
  }
}

describe("the option `clock`", () => {
  it("may be of a class, and return fractions of milliseconds", async () => {
    const { treasury } = treasuryWith(new FineClock());
    const { assistant } = await treasury.runTurn({ workspaceId, message: "Buy tea." });
    expect(assistant).toBe("Done.");
    await treasury.close();
  });

  it.each([
    ["now", Number.NaN],
    ["now", new Date()],
    ["monotonic", Number.NaN],
    ["monotonic", process.hrtime.bigint()],
  ])("that returns no number of %s is refused by name", (name, time) => {
    const open = () => treasuryWith({ ...systemClock, [name]: () => time });
    expect(open).toThrow(
      expect.objectContaining({
        code: "invalid_request",
        message: expect.stringContaining(`\`clock.${name}\` returned`) as unknown,
      }),
    );
  });

  it.each(["now", "monotonic"] as const)(
    "that fails later at a reading of %s writes all or nothing, as it is answered",
    async (name) => {
      let [readings, most] = [0, 1];
      for (let failsAt = 2; failsAt <= most + 1; failsAt += 1) {
        readings = 0;
        const read = (): number => {
          readings += 1;
          return readings === failsAt ? Number.NaN : systemClock[name]();
        };
        const { treasury, storage } = treasuryWith({ ...systemClock, [name]: read });
        const answered = await treasury.propose({ ...spend, workspaceId }).then(
          ({ proposal }) => proposal.status,
          (error: unknown) => (error as { readonly code?: unknown }).code,
        );
        most = Math.max(most, readings);
        const { entries } = await storage.view(
          workspaceId,
          { kind: "proposal", before: null, limit: 1 },
          { order: "newest", beyond: null, limit: 1 },
        );
        const isError = /^(?:internal|storage)_error$/.test(String(answered));
        expect([failsAt, answered, entries.length]).toEqual([
          failsAt,
          isError ? answered : "executed",
          isError ? 0 : 1,
        ]);
      }
      expect(most).toBeGreaterThan(1);
    },
  );
});
