import { describe, expect, it } from "vitest";
// @ts-expect-error -- vitest gives a file's text; the compiler knows no such module.
import guide from "../../../../docs/safety.md?raw";
import { safetyGate } from "../safety-gate.ts";
import { withFigures } from "./figures-text.fixture.ts";
import { alarmShare, caughtShare, codeWords, figuresOf, isWrong } from "./gate-figures.fixture.ts";
import { purchaseTable, rowsOf } from "./purchase-table.fixture.ts";
import { independentSealed } from "./strangers/strangers-sealed.fixture.ts";
import { independentTuning } from "./strangers/strangers-tuning.fixture.ts";

const gate = safetyGate();
const tuning = purchaseTable.filter((row) => !row.heldOut);
const heldOut = purchaseTable.filter((row) => row.heldOut && row.kind !== codeWords);

describe("the table of purchases", () => {
  it("has no duplicates, and enough purchases of each kind", () => {
    const texts = purchaseTable.map(({ spend }) => `${spend.vendor}\n${spend.purpose}`);
    expect(new Set(texts).size).toBe(texts.length);
    expect(purchaseTable.filter(({ prohibited }) => prohibited).length).toBeGreaterThan(200);
    expect(purchaseTable.filter(({ prohibited }) => !prohibited).length).toBeGreaterThan(400);
  });

  it("holds out about half of its rows by their hashes", () => {
    const share = 1 - tuning.length / purchaseTable.length;
    expect(share).toBeGreaterThan(0.4);
    expect(share).toBeLessThan(0.6);
  });
});

describe("screening on the half for tuning", () => {
  // Rows of the held-out half are not printed; only their counts are published.
  it("judges only these wrongly", () => {
    const wrong = [...tuning, ...independentTuning.flatMap(rowsOf)]
      .filter((row) => row.kind !== codeWords && isWrong(gate, row))
      .map(({ spend }) => `${spend.vendor}: ${spend.purpose}`);
    expect(wrong).toEqual([
      "Pistole Records: vinyl of Guns N' Roses for the raffle",
      "GreenLabel: Energy labels that show class A for appliances of class E",
      "Invoice Mill: Send invoices to small firms for a directory entry that they never ordered",
    ]);
  });
});

describe("screening on purchases that were not used to choose terms", () => {
  it.each([
    ["by another hand", independentSealed.flatMap(rowsOf), 0.77, 0.041],
    ["by the words' hand", heldOut, 0.96, 0.049],
  ] as const)(
    "%s is at least as accurate as the recorded figures",
    (kind, rows, caught, alarms) => {
      const figures = figuresOf(gate, kind, rows);
      expect(caughtShare(figures)).toBeGreaterThan(caught);
      expect(alarmShare(figures)).toBeLessThan(alarms);
    },
  );

  it("matches docs/safety.md; update it with `vitest run -u` on this file", async () => {
    await expect(withFigures(guide as string, gate)).toMatchFileSnapshot(
      "../../../../docs/safety.md",
    );
  });
});
