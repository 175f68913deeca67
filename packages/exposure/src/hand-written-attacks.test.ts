import { describe, expect, it } from "vitest";
import { adversary } from "./adversary.fixture.ts";
import { replaySequence } from "./attack-sequence.ts";
import { exposureOf } from "./exposure.ts";
import { mostOf } from "./greedy-attack.fixture.ts";
import { handWrittenAttacks } from "./hand-written-attacks.fixture.ts";
import { usd } from "./random-attacks.fixture.ts";

const sequences = process.env["TEST_LONG"] === "1" ? 500 : 8;

describe("the bound of exposure", () => {
  it.each(Object.entries(handWrittenAttacks))("is not passed by %s", async (_, one) => {
    const { attack, spends } = one;
    const { reached, proved, sequence } = await exposureOf(attack);
    const most = mostOf(one);
    expect(most).toBe(usd(spends));
    expect(most <= (proved ?? 0n)).toBe(true);
    expect(replaySequence(attack, sequence)).toBe(reached);
    expect(reached <= (proved ?? 0n)).toBe(true);
    for (let seed = 1; seed <= sequences; seed += 1) {
      expect(adversary(attack, { seed, spends: 60 }) <= (proved ?? 0n)).toBe(true);
    }
  });
});
