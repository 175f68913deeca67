import { describe, expect, it } from "vitest";
import type { ScreeningInput } from "../../screening-rules.ts";
import type { PurchaseGroup } from "../purchase-group.fixture.ts";
import {
  isHeldOut,
  purchaseTable,
  purchasesAfterwards,
  purchasesPlainlySaid,
} from "../purchase-table.fixture.ts";
import { independentHeldOut } from "./independent-held-out.fixture.ts";
import { independentTuning } from "./independent-tuning.fixture.ts";

// Only counts are compared, so that no failure prints a sealed row.
describe("the purchases by an independent author", () => {
  it("are in the half that their hash selects", () => {
    expect(spendsOf(independentTuning).filter(isHeldOut).length).toBe(0);
    expect(spendsOf(independentHeldOut).filter((spend) => !isHeldOut(spend)).length).toBe(0);
  });

  it("are unique in the whole table", () => {
    const texts = both.map(textOf);
    expect(texts.length - new Set(texts).size).toBe(0);
    const others = new Set(
      [...purchaseTable, ...purchasesAfterwards, ...purchasesPlainlySaid].map(({ spend }) =>
        textOf(spend),
      ),
    );
    expect(texts.filter((text) => others.has(text)).length).toBe(0);
  });

  it("are of the table's kinds", () => {
    const kinds = new Set(purchaseTable.map(({ kind }) => kind));
    expect(groups.map(({ kind }) => kind).filter((kind) => !kinds.has(kind))).toEqual([]);
  });

  it("are enough of each kind, with enough of them sealed", () => {
    expect(count(groups, "prohibited")).toBeGreaterThanOrEqual(260);
    expect(count(groups, "ordinary")).toBeGreaterThanOrEqual(520);
    expect(count(independentHeldOut, "prohibited")).toBeGreaterThanOrEqual(130);
    expect(count(independentHeldOut, "ordinary")).toBeGreaterThanOrEqual(260);
    const kinds = [...new Set(groups.map(({ kind }) => kind))];
    const ofKind = (name: string): PurchaseGroup[] => groups.filter(({ kind }) => kind === name);
    const few = kinds.filter(
      (kind) => !kind.startsWith("everyday") && count(ofKind(kind), "prohibited") < 20,
    );
    expect(few).toEqual([]);
    expect(kinds.filter((kind) => count(ofKind(kind), "ordinary") < 20)).toEqual([]);
  });
});

const groups: readonly PurchaseGroup[] = [...independentTuning, ...independentHeldOut];
const both = spendsOf(groups);

function spendsOf(of: readonly PurchaseGroup[]): ScreeningInput[] {
  return of.flatMap(({ prohibited = [], ordinary = [] }) => [...prohibited, ...ordinary]);
}

function count(of: readonly PurchaseGroup[], side: "prohibited" | "ordinary"): number {
  return of.reduce((sum, group) => sum + (group[side]?.length ?? 0), 0);
}

function textOf({ vendor, purpose }: ScreeningInput): string {
  return `${vendor}\n${purpose}`;
}
