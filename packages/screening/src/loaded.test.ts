import { describe, expect, it } from "vitest";
import { builtInUses } from "./built-in-terms.ts";
import { loadedScreeningRules } from "./loaded.ts";
import { ordinaryPurchases } from "./ordinary-purchases.fixture.ts";
import { prohibitedPurchases } from "./prohibited-purchases.fixture.ts";
import { screeningRules } from "./screening-rules.ts";
import { checkExceptions } from "./term-set.ts";

describe("screening whose terms are loaded later", () => {
  it("screens nothing before, and then as the others do", async () => {
    const loaded = loadedScreeningRules();
    const gate = screeningRules();
    const spends = [...prohibitedPurchases.map(({ spend }) => spend), ...ordinaryPurchases];
    for (const spend of spends) expect(() => loaded.screen(spend)).toThrow("not loaded");
    await loaded.load();
    for (const spend of spends) expect(loaded.screen(spend)).toEqual(gate.screen(spend));
  });

  it("rejects invalid rules at once", () => {
    expect(() => loadedScreeningRules({ blockedVendors: ["—"] })).toThrow("no letter");
  });
});

it("built-in uses have only valid exceptions, although they are read when needed", () => {
  expect(() => checkExceptions(builtInUses())).not.toThrow();
});
