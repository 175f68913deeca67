import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emptyCounter } from "../counters/counter.ts";
import { evaluate } from "./evaluate.ts";
import { clock, compiledOf, emptyMemory, spendOf } from "./evaluation.fixture.ts";
import { type Charge, neededBy, type Needs } from "./needed-by.ts";
import { anyRules, anySpend } from "./random-rules.fixture.ts";
import type { RuleMemory } from "./rule-memory.ts";

const countersOf = ({ candidates }: Needs): readonly Charge[] =>
  candidates.flatMap(({ counter }) => counter ?? []);

const byVendor = { limit: { amountUsd: 9, per: "day", by: "vendor" } } as const;

describe("what must be read before an evaluation", () => {
  it("includes everything that the evaluation reads and moves, at any time of day", () => {
    const seen = { counters: 0, payees: 0, duplicates: 0 };
    fc.assert(
      fc.property(anyRules, anySpend, anySpend, (rules, given, { at }) => {
        const compiled = compiledOf(...rules);
        const needs = neededBy(compiled, spendOf(given));
        const read = countersOf(needs).flatMap(({ key, shared }) =>
          [key, { ...key, group: shared }].map((one) => JSON.stringify(one)),
        );
        const memory: RuleMemory = {
          ...emptyMemory,
          counter: (key) => {
            seen.counters += 1;
            expect(read).toContain(JSON.stringify(key));
            return emptyCounter;
          },
          knownSince: () => {
            seen.payees += 1;
            expect(needs.payee).toBe(true);
            return null;
          },
          lastProposed: () => {
            seen.duplicates += 1;
            expect(needs.duplicate).toBe(true);
            return null;
          },
        };
        // The time may pass between reading and evaluating.
        const later = spendOf({ ...given, ...(at === undefined ? {} : { at }) });
        const { charges } = evaluate(compiled, later, memory, clock);
        for (const charge of charges) {
          expect(countersOf(needs)).toContainEqual({ ...charge, payee: null });
        }
      }),
      { numRuns: 1_000, seed: 1 },
    );
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(50);
  });

  it("leaves out rules that cannot match", () => {
    const compiled = compiledOf(
      { id: "vendor", when: { vendors: { in: ["gcp"] } }, then: byVendor },
      {
        id: "first",
        when: { agents: ["x"], vendors: { firstPayment: true } },
        then: { deny: true },
      },
      { id: "again", when: { amountUsd: { from: 100 } }, then: { duplicate: { hours: 1 } } },
    );
    expect(neededBy(compiled, spendOf())).toEqual({
      candidates: [],
      payee: false,
      duplicate: false,
      allowLists: [],
    });
  });

  it("includes rules whose time condition does not hold now", () => {
    const compiled = compiledOf(
      { id: "weekend", when: { days: ["sun"] }, then: byVendor },
      { id: "night", when: { hours: "22:00-06:00" }, then: { duplicate: { hours: 1 } } },
      { id: "first", when: { vendors: { firstPayment: true } }, then: { deny: true } },
    );
    const needs = neededBy(compiled, spendOf());
    expect(countersOf(needs).map((need) => need.rule)).toEqual(["weekend"]);
    expect(needs).toMatchObject({ payee: true, duplicate: true });
  });

  it("separates the head's counters from documents", () => {
    const compiled = compiledOf(
      { id: "head", then: { limit: { amountUsd: 9, per: "day" } } },
      { id: "vendor", then: byVendor },
      { id: "new", then: { limit: { newPayees: 9, per: "day" } } },
      { id: "per-spend", then: { limit: { amountUsd: 9 } } },
      { id: "allocation", then: { limit: { count: 9, per: "day", by: "allocation" } } },
    );
    expect(
      countersOf(neededBy(compiled, spendOf())).map((need) => [need.rule, need.inHead]),
    ).toEqual([
      ["head", true],
      ["vendor", false],
      ["new", false],
    ]);
    const withAllocation = neededBy(compiled, spendOf({ allocations: ["ads", "marketing"] }));
    expect(countersOf(withAllocation).filter((need) => need.rule === "allocation")).toHaveLength(1);
  });
});
