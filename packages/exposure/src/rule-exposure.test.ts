import type { ExposureQuestion } from "@agent-treasury/contract";
import { describe, expect, it } from "vitest";
import { computeExposure } from "./exposure-report.ts";
import { ruleExposure } from "./rule-exposure.ts";

const question: ExposureQuestion = {
  attacker: "agent",
  horizon: "month",
  start: "empty",
  rules: {
    version: 1,
    rules: Array.from({ length: 30 }, (_, index) => ({
      id: `r${index}`,
      when: { agents: [`agent-${index}`] },
      then: { limit: { amountUsd: index + 1, per: "week" } },
    })),
  },
  rails: ["ledger"],
  usage: [],
  standing: [],
  availableUsd: 100,
  timeZone: "UTC",
  now: Date.UTC(2026, 10, 2),
};

describe("the exposure of rules", () => {
  it("is computed in another thread, with the same answer", async () => {
    let turns = 0;
    const computing = ruleExposure(question);
    const state = { isDone: false };
    void computing.finally(() => {
      state.isDone = true;
    });
    while (!state.isDone) {
      turns += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await computing).toEqual(await computeExposure(question));
    // In this thread, the computation would leave a few turns between its steps.
    expect(turns).toBeGreaterThan(1_000);
  });
});
