import { describe, expect, it } from "vitest";
import { adversary } from "./adversary.fixture.ts";
import { replaySequence } from "./attack-sequence.ts";
import { exposureOf } from "./exposure.ts";
import { randomAttack } from "./random-attacks.fixture.ts";

const isLong = process.env["TEST_LONG"] === "1";
const sets = isLong ? 200 : 10;
const sequences = isLong ? 500 : 25;

describe("the exposure of random rule sets", () => {
  const gaps: number[] = [];

  it.each(Array.from({ length: sets }, (_, seed) => [seed + 1] as const))(
    "is reached by its sequence, and passed by no adversary (seed %i)",
    async (seed) => {
      const attack = randomAttack(seed);
      const { reached, proved, sequence } = await exposureOf(attack);
      expect(replaySequence(attack, sequence)).toBe(reached);
      expect(proved).not.toBeNull();
      expect(reached <= (proved ?? 0n)).toBe(true);
      gaps.push(proved === 0n ? 0 : 1 - Number(reached) / Number(proved));
      for (let index = 0; index < sequences; index += 1) {
        const spent = adversary(attack, { seed: seed * 100_000 + index, spends: 60 });
        if (spent > (proved ?? 0n)) expect([seed, index, spent]).toEqual([seed, index, proved]);
      }
    },
    120_000,
  );

  it("mostly is exact", () => {
    const exact = gaps.filter((gap) => gap < 1e-6).length;
    const wide = gaps.filter((gap) => gap >= 1e-6).toSorted((one, other) => one - other);
    const median = wide[Math.floor(wide.length / 2)] ?? 0;
    if (isLong) {
      console.log(
        `${exact} of ${gaps.length} exact; median gap of the others ${median}, largest ${wide.at(-1)}`,
      );
    }
    expect(exact / gaps.length).toBeGreaterThan(0.5);
  });
});
