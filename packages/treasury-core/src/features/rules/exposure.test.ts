import type { ExposureQuestion } from "@agent-treasury/contract";
import { describe, expect, it } from "vitest";
import { createTreasury } from "../../index.ts";
import { memoryStorage } from "../../memory.ts";

const rules = {
  version: 1,
  rules: [
    { id: "month", then: { limit: { amountUsd: 40, per: "month" } } },
    { id: "week", then: { limit: { amountUsd: 30, per: "week" } } },
  ],
} as const;

describe("the exposure of rules", () => {
  it("reports what to install without the option", async () => {
    const treasury = createTreasury({ baseUrl: "http://localhost:3000", storage: memoryStorage() });
    const { exposure } = await treasury.rules.validate({ rules, exposure: { horizon: "week" } });
    expect(exposure).toMatchObject({ attacker: "agent", horizon: "week", provedUsd: null });
    expect(exposure?.problem).toContain("Install @agent-treasury/exposure");
    expect(await treasury.rules.validate({ rules })).toEqual({ valid: true, problems: [] });
  });

  it("is computed from what limits have used that the rules keep", async () => {
    const questions: ExposureQuestion[] = [];
    const treasury = createTreasury({
      baseUrl: "http://localhost:3000",
      storage: memoryStorage(),
      autoApprovePayees: "any",
      budget: { startingCapitalUsd: 1_000 },
      exposure: (question) => {
        questions.push(question);
        return Promise.resolve(null);
      },
    });
    await treasury.rules.publish({ rules, operator: "Ada" });
    await treasury.propose({ amountUsd: 4, vendor: "AWS", purpose: "servers" });
    const [month, week] = rules.rules;
    const changed = { ...week, when: { categories: ["cloud"] } };
    const draft = { version: 1, rules: [month, changed] } as const;
    await treasury.rules.validate({ rules: draft, exposure: { start: "now" } });
    const used = questions[0]?.usage.map(({ rule, used: of }) => [rule, of]);
    expect(used).toContainEqual(["month", 4]);
    expect(used).toContainEqual(["daily-spend-cap", 4]);
    expect(used?.map(([rule]) => rule)).not.toContain("week");
    const invalid = { version: 1, rules: [{ id: "A", then: {} }] } as const;
    const report = await treasury.rules.validate({ rules: invalid, exposure: {} });
    expect(report.exposure).toBeUndefined();
  });

  it("is computed twice at a time, also after one has failed", async () => {
    const gates: PromiseWithResolvers<null>[] = [];
    const treasury = createTreasury({
      baseUrl: "http://localhost:3000",
      storage: memoryStorage(),
      exposure: () => {
        const gate = Promise.withResolvers<null>();
        gates.push(gate);
        return gate.promise;
      },
    });
    const compute = () => treasury.rules.validate({ rules, exposure: {} });
    const running = [compute(), compute()];
    await expect.poll(() => gates.length).toBe(2);
    await expect(compute()).rejects.toMatchObject({ code: "service_busy" });
    await expect(treasury.rules.replay({ rules })).rejects.toMatchObject({ code: "service_busy" });
    gates[0]?.reject(new Error("no memory"));
    gates[1]?.resolve(null);
    await Promise.allSettled(running);
    const third = compute();
    await expect.poll(() => gates.length).toBe(3);
    gates[2]?.resolve(null);
    expect((await third).valid).toBe(true);
  });

  it("is not computed for too many agents", async () => {
    const treasury = createTreasury({
      baseUrl: "http://localhost:3000",
      storage: memoryStorage(),
      exposure: () => Promise.reject(new Error("It was computed.")),
    });
    const many = {
      version: 1,
      rules: Array.from({ length: 100 }, (_, index) => ({
        id: `rule-${index}`,
        when: { agents: [`agent-${index}`] },
        then: { deny: true as const },
      })),
    } as const;
    const { exposure } = await treasury.rules.validate({ rules: many, exposure: {} });
    expect(exposure).toMatchObject({ provedUsd: null });
    expect(exposure?.problem).toContain("too many agents");
  });
});
