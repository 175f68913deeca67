import { screeningRules } from "@agent-treasury/screening";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { injectionChannels, injectionStages } from "./injection-channels.fixture.ts";
import { type InjectionOutcome, injected } from "./injection-outcome.fixture.ts";
import { markupPayloads } from "./markup-payloads.fixture.ts";
import { prosePayloads } from "./prose-payloads.fixture.ts";

const payloads = [...markupPayloads, ...prosePayloads];
let stages: ReturnType<typeof injectionStages>;

beforeAll(() => {
  stages = injectionStages();
});
afterAll(() => stages.close());

describe("the payloads", () => {
  it("are at least sixty unique texts", () => {
    expect(new Set(payloads.map(({ text }) => text)).size).toBe(payloads.length);
    expect(payloads.length).toBeGreaterThanOrEqual(60);
  });
});

describe("for a model that repeats its input", () => {
  it.each(Object.entries(injectionChannels))(
    "no payload has an effect through %s",
    async (_name, channel) => {
      const outcomes: Record<string, InjectionOutcome> = {};
      for (const { name, text } of payloads) {
        const outcome = await injected(stages.next(), channel, text);
        if (outcome.calls.length + outcome.changes.length > 0) outcomes[name] = outcome;
      }
      expect(outcomes).toEqual({});
    },
  );
});

describe("a verdict", () => {
  const gate = screeningRules();
  const strictness = ["safe", "review", "blocked"];

  const strictnessOf = (vendor: string, purpose: string): number =>
    strictness.indexOf(gate.screen({ vendor, purpose, category: null }).verdict);

  it.each([
    ["a handgun", "blocked"],
    ["a gift card", "review"],
  ])("of %s is not lifted by a payload beside it", (goods, verdict) => {
    const alone = strictnessOf("Acme", goods);
    expect(strictness[alone]).toBe(verdict);
    // A name alone does not block.
    const named = strictnessOf(goods, "due");
    expect(strictness[named]).toBe("review");
    const lifted = payloads.flatMap(({ name, text }) => {
      const isLifted =
        strictnessOf("Acme", `${goods}. ${text}`) < alone ||
        strictnessOf("Acme", `${text} ${goods}`) < alone ||
        strictnessOf(text, goods) < alone;
      const isNameLifted =
        strictnessOf(`${goods} ${text}`, "due") < named ||
        strictnessOf(`${text} ${goods}`, "due") < named;
      return isLifted || isNameLifted ? [name] : [];
    });
    expect(lifted).toEqual([]);
  });
});
