import { earlierName } from "@agent-treasury/provider/helpers";
import { describe, expect, it } from "vitest";
import type { CounterKey } from "../counters/counter-key.ts";
import { hourMs, ruleHistory, spendOf, verdictOf } from "./evaluation.fixture.ts";
import { hashOf } from "./hash-of.ts";

function keyOf(maximum: number): CounterKey | undefined {
  const rules = [{ id: "day", then: { limit: { amountUsd: maximum, per: "day" } } }] as const;
  return ruleHistory(rules).evaluate({}).charges[0]?.key;
}

const named = (name: string, usd: number) => {
  const vendor = earlierName(name);
  return {
    usd,
    vendor,
    writtenVendor: name,
    payee: { id: `name:${vendor}`, isSelfReported: true },
  };
};

describe("the counters that a spend moves", () => {
  it("are those of all matching limits with a window, passed or not", () => {
    const { charges } = ruleHistory([
      { id: "one", then: { limit: { amountUsd: 1, per: "day" } } },
      { id: "per-spend", then: { limit: { amountUsd: 1 } } },
      {
        id: "other",
        when: { vendors: { in: ["gcp"] } },
        then: { limit: { count: 9, per: "day" } },
      },
      { id: "auto", then: { limit: { amountUsd: 9, per: "day", counts: "automatic" } } },
      { id: "vendor", then: { limit: { count: 9, per: "day", by: "vendor" } } },
      { id: "new", then: { limit: { newPayees: 9, per: "day" } } },
      { id: "allocation", then: { limit: { count: 9, per: "day", by: "allocation" } } },
    ]).evaluate({});
    // printf 'name:aws' | sha256sum
    const aws = "03d018f896ff125268eb92f38c74491d";
    expect(
      charges.map(({ rule, key, inHead, automaticOnly, payee }) => [
        rule,
        key.group,
        inHead,
        automaticOnly,
        payee,
      ]),
    ).toEqual([
      ["one", null, true, false, null],
      ["auto", null, true, true, null],
      ["vendor", `vendor.${aws}`, false, false, null],
      ["new", null, false, false, aws],
    ]);
  });

  it("count no payee that is known", () => {
    const rules = [{ id: "new", then: { limit: { newPayees: 9, per: "day" } } }] as const;
    const { charges } = ruleHistory(rules, { knownSince: () => spendOf().at }).evaluate({});
    expect(charges.map((each) => each.payee)).toEqual([null]);
  });

  it("count payees of held spends, so that held spends cannot exceed a limit together", () => {
    const history = ruleHistory([{ id: "new", then: { limit: { newPayees: 1, per: "day" } } }]);
    history.hold({ vendor: "a" });
    expect(verdictOf(history.evaluate({ vendor: "b" }))).toBe("review");
    expect(verdictOf(history.evaluate({ vendor: "a" }))).toBe("nothing");
  });

  it("count a held amount in the next window too", () => {
    const history = ruleHistory([{ id: "hour", then: { limit: { amountUsd: 50, per: "hour" } } }]);
    history.hold({ usd: 40 });
    const later = spendOf().at + hourMs;
    expect(verdictOf(history.evaluate({ usd: 10, at: later }))).toBe("nothing");
    expect(verdictOf(history.evaluate({ usd: 10.01, at: later }))).toBe("review");
  });

  it("keep the counter of a limit whose maximum changes", () => {
    expect(keyOf(10)).toEqual(keyOf(20));
  });

  it.each([
    ["business", "busineß"],
    ["advertİsing", "advertising"],
    ["travel", "trаvel"],
  ])("count categories that look alike together: %j and %j", (name, other) => {
    const limit = { amountUsd: 50, per: "day", by: "category" } as const;
    const history = ruleHistory([{ id: "category", then: { limit } }]);
    history.spend({ usd: 40, category: earlierName(name) });
    expect(verdictOf(history.evaluate({ usd: 10, category: earlierName(other) }))).toBe("nothing");
    expect(verdictOf(history.evaluate({ usd: 10.01, category: earlierName(other) }))).toBe(
      "review",
    );
    expect(verdictOf(history.evaluate({ usd: 50, category: "gifts" }))).toBe("nothing");
  });

  describe("by vendor", () => {
    const rules = [
      { id: "vendor", then: { limit: { amountUsd: 50, per: "day", by: "vendor" } } },
    ] as const;
    it.each([
      ["Acme", "Асme"],
      ["Асme", "Acmе"],
      ["Acme", "ＡＣＭＥ"],
      ["Straße", "STRASSE"],
      ["STRASSE", "Straße"],
      ["İstanbul", "istanbul"],
      ["ΑΣ", "ας"],
      ["NVIDIA", "ΝVIDIA"],
    ])("count look-alikes together: %j and %j", (name, other) => {
      const history = ruleHistory(rules);
      history.spend(named(name, 40));
      expect(verdictOf(history.evaluate(named(other, 10)))).toBe("nothing");
      expect(verdictOf(history.evaluate(named(other, 10.01)))).toBe("review");
      expect(verdictOf(history.evaluate(named("Globex", 50)))).toBe("nothing");
    });

    it("count a name under the key of version 0.2 too, so that its window stays full", () => {
      const { charges } = ruleHistory(rules).evaluate(named("Straße", 1));
      expect(charges.map(({ key }) => key.group)).toEqual([
        `vendor.${hashOf("name:straße")}`,
        `vendor.${hashOf("name:strasse")}`,
      ]);
    });

    it("has one finding for a name with two counters", () => {
      const history = ruleHistory(rules);
      history.spend(named("Straße", 40));
      for (const usd of [10, 11]) {
        const { findings } = history.evaluate(named("Straße", usd));
        expect(findings().map(({ rule }) => rule)).toEqual(["vendor"]);
      }
      const { findings } = history.evaluate(named("ſtraße", 11));
      expect(findings().map(({ effect }) => effect)).toEqual(["review"]);
    });

    it("has one counter for a name in ASCII", () => {
      expect(ruleHistory(rules).evaluate(named("PayPal Inc", 1)).charges).toHaveLength(1);
    });
  });
});
