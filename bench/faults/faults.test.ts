import { anvilBinary } from "evm-for-tests";
import { describe, expect, it } from "vitest";
import { type Comparison, compare } from "./compare.ts";
import type { Contestant } from "./contestant.ts";
import { contestants } from "./contestants.ts";
import { writeDocument } from "./document.ts";
import { faults } from "./fault-list.ts";
import type { Fault } from "./fault.ts";
import { capAfterRestart } from "./injected/cap-faults.ts";
import { killedAfterSigning, lostAnswer, paymentControl } from "./injected/payment-faults.ts";
import { judge, type Outcome } from "./judge.ts";
import { writePage } from "./page.ts";
import type { PurchaseRecord } from "./trace.ts";

const isLong = process.env["TEST_LONG"] === "1";
const [own, fetchClient] = contestants as readonly [Contestant, Contestant];
const progress = (): void => {};

const outcomesOf = ({ contestants: compared }: Comparison) =>
  compared.map(({ contestant: { name }, cells }) => [
    name,
    ...(cells ?? []).map(({ outcome }) => outcome),
  ]);

describe.skipIf(anvilBinary === null)("a comparison under faults", () => {
  it("counts a double payment of a client, and shows its trace", async () => {
    const comparison = await compare([own, fetchClient], [lostAnswer], progress);
    expect(outcomesOf(comparison)).toEqual([
      [own.name, "held"],
      [fetchClient.name, "paid twice"],
    ]);
    const page = writePage(comparison, "2026-11-28");
    expect(page.match(/class="transfer"/g)).toHaveLength(3);
    expect(page).toContain("with a payment → no answer, the connection is cut");
    expect(writeDocument(comparison)).toMatch(
      /lost answer \| held +\| \*\*paid twice\*\*: @x402\/fetch/,
    );
  });

  it.runIf(isLong)("turns a cell of ours once its ledger ends with its process", async () => {
    const broken = { ...own, program: "treasury-that-forgets.fixture" };
    const comparison = await compare([broken], [killedAfterSigning, capAfterRestart], progress);
    expect(outcomesOf(comparison)).toEqual([[own.name, "paid twice", "cap passed"]]);
  });

  it("repeats a race that is held, and keeps the run that is not", async () => {
    let runs = 0;
    const lostLate: Fault = {
      ...lostAnswer,
      isRace: true,
      inject: async (stage) => {
        runs += 1;
        if (runs < 3) await paymentControl.inject(stage);
        else await lostAnswer.inject(stage);
      },
    };
    const { contestants: compared } = await compare([fetchClient], [lostLate], progress);
    expect(compared[0]?.cells).toMatchObject([{ outcome: "paid twice", runs: 3 }]);
  });

  it.runIf(isLong)(
    "has the same outcomes in two runs, and ours holds in each row",
    async () => {
      const first = outcomesOf(await compare(contestants, faults, progress));
      expect(outcomesOf(await compare(contestants, faults, progress))).toEqual(first);
      expect(first[0]).toEqual([own.name, ...faults.map(() => "held")]);
    },
    3_600_000,
  );
});

const bought: PurchaseRecord = { payments: [500_000n], deliveries: 1, approval: "not needed" };

function outcomeOf(...purchases: readonly PurchaseRecord[]): Outcome {
  return judge({ purchases, capUnits: 1_000_000n, trace: [] });
}

describe("the outcome of a cell", () => {
  it("is the worst one of its purchases", () => {
    const twice = { ...bought, payments: [250_000n, 250_000n] };
    expect(outcomeOf(bought)).toBe("held");
    expect(outcomeOf(bought, { ...bought, deliveries: 0 })).toBe("paid and not delivered");
    expect(outcomeOf({ ...bought, deliveries: 0 }, twice)).toBe("paid twice");
    expect(outcomeOf(twice, bought, bought)).toBe("cap passed");
  });

  it("depends on the person's decision", () => {
    const unpaid = { payments: [], deliveries: 0 };
    expect(outcomeOf({ ...bought, approval: "missing" })).toBe("approval forged");
    expect(outcomeOf({ ...unpaid, approval: "missing" })).toBe("held");
    expect(outcomeOf({ ...unpaid, approval: "given" })).toBe("approval lost");
    expect(outcomeOf({ ...bought, approval: "forged" })).toBe("approval forged");
  });

  it("is unknown if nothing was paid", () => {
    expect(() => outcomeOf({ ...bought, payments: [] })).toThrow("shows nothing");
  });
});

it("names the documentation of each contestant at a commit", () => {
  for (const { isOwn = false, sources } of contestants) {
    expect(sources).not.toEqual([]);
    for (const { url } of sources) {
      expect(url).toMatch(isOwn ? /^packages\// : /^https:.*\/blob\/[0-9a-f]{40}\//);
    }
  }
});
