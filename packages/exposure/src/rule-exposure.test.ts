import { EventEmitter } from "node:events";
import type { ExposureQuestion, StandingApproval } from "@agent-treasury/contract";
import { describe, expect, it } from "vitest";
import { computeExposure } from "./exposure-report.ts";
import { answerOfWorker, ruleExposure, type Threads } from "./rule-exposure.ts";

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
  allocations: [],
  agentId: null,
  credential: null,
  balanceUsd: null,
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

  it("counts what is on hold as released, from now", async () => {
    const held = { per: "day", by: null, counts: "all", groups: null } as const;
    const limit = { ...held, rule: "few", unit: "spends", maximum: 3, used: 3, held: 2 } as const;
    const cap = { ...held, unit: "usd", used: 0.02, held: 0.02 } as const;
    const { provedUsd } = await computeExposure({
      ...question,
      start: "now",
      horizon: "day",
      attacker: "approver",
      now: Date.UTC(2026, 10, 2),
      rules: { version: 1, rules: [{ id: "few", then: { limit: { count: 3, per: "day" } } }] },
      usage: [
        limit,
        { ...cap, rule: "max-spend-per-action", maximum: 50, used: null, held: null },
        { ...cap, rule: "daily-spend-cap", maximum: 1_000 },
      ],
    });
    expect(provedUsd).toBe(100);
  });

  it.each([
    ["active", 40],
    ["used_up", 40],
    ["expired", 0],
  ] as const)(
    "counts a standing approval that is %s, which a release may free",
    async (status, most) => {
      const one = { status, agentId: "buyer", vendor: "aws", maximumUsd: 20, count: 2 } as const;
      const standing = [{ ...one, windowMaximumUsd: null, per: null } as StandingApproval];
      const limit = { unit: "usd", by: null, counts: "all", groups: null, used: null, held: null };
      const usage = [
        { ...limit, per: "spend", rule: "max-spend-per-action", maximum: 50 },
        { ...limit, per: "day", rule: "daily-spend-cap", maximum: 1_000 },
      ] as ExposureQuestion["usage"];
      const rules = { version: 1, rules: [] } as const;
      const { provedUsd } = await computeExposure({ ...question, rules, usage, standing });
      expect(provedUsd).toBe(most);
    },
  );

  type Event = readonly [name: string, value: unknown];
  const out = Object.assign(new Error("The heap is full."), { code: "ERR_WORKER_OUT_OF_MEMORY" });
  const ready: Event = ["message", "ready"];
  const found: Event = ["message", { found: { problem: "none" } }];
  const cases: Readonly<Record<string, readonly [events: readonly Event[], answer: unknown]>> = {
    "without its file": [[["error", new Error("Cannot find module")]], null],
    "that exits first": [[["exit", 0]], null],
    "that runs out of memory before it is ready": [[["error", out]], null],
    "that answers as another program": [[found], null],
    "that answers": [[ready, found, ["exit", 1]], { problem: "none" }],
    "that fails": [
      [ready, ["error", new TypeError("No solver.")], ["exit", 1]],
      { failure: "No solver." },
    ],
    "that stops": [[ready, ["exit", 3]], { failure: "The worker thread ended with 3." }],
    "that runs out of memory": [
      [ready, ["error", out]],
      { problem: expect.stringContaining("512 MB") },
    ],
  };
  it.each(Object.entries(cases))("has the answer of a worker %s", async (_, [events, answer]) => {
    const files: string[] = [];
    class Worker extends EventEmitter {
      constructor(file: URL) {
        super();
        files.push(file.pathname);
        queueMicrotask(() => {
          for (const [name, value] of events) this.emit(name, value);
        });
      }
      terminate = (): Promise<number> => Promise.resolve(0);
    }
    expect(await answerOfWorker({ Worker } as unknown as Threads, question)).toEqual(answer);
    expect(files).toEqual([expect.stringMatching(/\/exposure-worker\.ts$/)]);
  });

  it("fails with the words of the failure alone", async () => {
    const failing = { ...question, rules: { version: 1, rules: [{ id: "A B" }] } } as never;
    await expect(ruleExposure(failing)).rejects.toThrow(/^(?!Error|TreasuryError)/);
  });
});
