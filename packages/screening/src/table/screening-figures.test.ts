import { describe, expect, it } from "vitest";
import { screeningRules } from "../screening-rules.ts";
import { figuresPage } from "./figures-text.fixture.ts";
import { independentHeldOut } from "./independent/independent-held-out.fixture.ts";
import { independentTuning } from "./independent/independent-tuning.fixture.ts";
import {
  everydayTable,
  ordinaryGoodsTable,
  purchaseTable,
  rowsOf,
} from "./purchase-table.fixture.ts";
import {
  alarmShare,
  caughtShare,
  codeWords,
  figuresOf,
  isWrong,
} from "./screening-figures.fixture.ts";

const gate = screeningRules();
const tuning = purchaseTable.filter((row) => !row.heldOut);
const heldOut = purchaseTable.filter((row) => row.heldOut && row.kind !== codeWords);

describe("the table of purchases", () => {
  it("has no purchase twice, and enough of each", () => {
    const texts = purchaseTable.map(({ spend }) => `${spend.vendor}\n${spend.purpose}`);
    expect(new Set(texts).size).toBe(texts.length);
    expect(purchaseTable.filter(({ prohibited }) => prohibited).length).toBeGreaterThan(200);
    expect(purchaseTable.filter(({ prohibited }) => !prohibited).length).toBeGreaterThan(400);
  });

  it("holds out about half of it, as the hashes fell", () => {
    const share = 1 - tuning.length / purchaseTable.length;
    expect(share).toBeGreaterThan(0.4);
    expect(share).toBeLessThan(0.6);
  });
});

describe("the gate on the half that is for tuning", () => {
  // Held-out purchases are never printed. Only FIGURES.md has their counts.
  it("judges no more than these wrongly", () => {
    const goods = ordinaryGoodsTable.filter((row) => !row.heldOut);
    const wrong = [...tuning, ...goods, ...independentTuning.flatMap(rowsOf)]
      .filter((row) => row.kind !== codeWords && isWrong(gate, row))
      .map(({ spend }) => `${spend.vendor}: ${spend.purpose}`);
    expect(wrong).toEqual([
      "GreenLabel: Energy labels that show class A for appliances of class E",
      "Invoice Mill: Send invoices to small firms for a directory entry that they never ordered",
    ]);
  });
});

describe("the gate on purchases that words were not chosen by", () => {
  it.each([
    ["by another hand", independentHeldOut.flatMap(rowsOf), 0.77, 0.041],
    ["by the words' hand", heldOut, 0.96, 0.049],
  ] as const)("%s has become no worse than it was measured", (kind, rows, caught, alarms) => {
    const figures = figuresOf(gate, kind, rows);
    expect(caughtShare(figures)).toBeGreaterThan(caught);
    expect(alarmShare(figures)).toBeLessThan(alarms);
  });

  it("stops fewer than one in 200 everyday purchases", () => {
    expect(everydayTable.length).toBeGreaterThan(300);
    expect(alarmShare(figuresOf(gate, "everyday", everydayTable))).toBeLessThan(0.005);
  });

  it("raises few false alarms on goods with dangerous words in them", () => {
    const goods = ordinaryGoodsTable.filter((row) => row.heldOut);
    expect(goods.length).toBeGreaterThan(150);
    expect(alarmShare(figuresOf(gate, "goods", goods))).toBeLessThan(0.08);
  });

  it("matches FIGURES.md, which `vitest run -u` on this file regenerates", async () => {
    await expect(figuresPage(gate)).toMatchFileSnapshot("../../FIGURES.md");
  });
});
