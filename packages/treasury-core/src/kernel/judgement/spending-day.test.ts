import { Micros } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { type TestTreasury, testTreasury } from "../../create/test-treasury.fixture.ts";
import { memoryStorage } from "../../memory.ts";
import { dollars, testClock } from "../ledger/test-ledger.fixture.ts";

const hour = 3_600_000;

async function spend(treasury: TestTreasury, usd: number): Promise<string> {
  const { id } = await treasury.propose({ amount: dollars(usd) });
  return (await treasury.approve(id)).status;
}

describe("the daily cap", () => {
  it("starts again at midnight, and not before", async () => {
    const treasury = testTreasury({ clock: testClock(Date.UTC(2026, 10, 3, 22)) });
    await treasury.credit(dollars(1_000));
    expect([await spend(treasury, 50), await spend(treasury, 50)]).toEqual([
      "executed",
      "executed",
    ]);
    treasury.clock.advance(2 * hour - 1);
    expect(await spend(treasury, 12)).toBe("failed");
    treasury.clock.advance(1);
    expect((await treasury.state()).spentTodayUsd).toBe(0);
    expect(await spend(treasury, 12)).toBe("executed");
    expect(await treasury.state()).toMatchObject({ spentTodayUsd: 12, expenseUsd: 112 });
  });

  it("starts at midnight of the configured time zone", async () => {
    const clock = testClock(Date.UTC(2026, 10, 3, 23, 30));
    const treasury = testTreasury({ clock, timeZone: "America/New_York" });
    await treasury.credit(dollars(1_000));
    expect([await spend(treasury, 50), await spend(treasury, 50)]).toEqual([
      "executed",
      "executed",
    ]);
    clock.advance(hour);
    expect(await spend(treasury, 12)).toBe("failed");
    clock.advance(5 * hour);
    expect(await spend(treasury, 12)).toBe("executed");
    // 05:30 and 23:30 UTC.
    expect((await treasury.state()).ledger.map(({ businessDay }) => businessDay)).toEqual([
      "2026-11-04",
      "2026-11-03",
      "2026-11-03",
      "2026-11-03",
    ]);
  });

  it("is not started twice by a process in another zone or with a wrong clock", async () => {
    const moment = Date.UTC(2026, 10, 3, 22);
    let storageNow = moment;
    const storage = memoryStorage({ now: () => storageNow });
    const home = testTreasury({ storage, clock: testClock(moment) });
    await home.credit(dollars(1_000));
    await home.setLimits({ dailySpendCap: dollars(60) });
    expect(await spend(home, 50)).toBe("executed");
    // Processes with a wrong clock use the storage's day.
    for (const now of [moment + 24 * hour, moment - 24 * hour, 0]) {
      expect(await spend(testTreasury({ storage, clock: testClock(now) }), 50)).toBe("failed");
    }
    // In a zone that is ahead, the next day begins once, and the first zone follows.
    const ahead = testTreasury({ storage, clock: testClock(moment), timeZone: "Asia/Tokyo" });
    expect(await spend(ahead, 50)).toBe("executed");
    expect(await spend(home, 50)).toBe("failed");
    expect(await spend(ahead, 50)).toBe("failed");
    storageNow += 3 * hour;
    expect(await spend(testTreasury({ storage, clock: testClock(storageNow) }), 50)).toBe("failed");
  });

  it("is not started twice by a storage whose clock is set back", async () => {
    let storageNow = Date.UTC(2026, 10, 4, 1);
    const storage = memoryStorage({ now: () => storageNow });
    const one = testTreasury({ storage, clock: testClock(storageNow) });
    await one.credit(dollars(1_000));
    expect([await spend(one, 50), await spend(one, 50)]).toEqual(["executed", "executed"]);
    storageNow -= 24 * hour;
    const other = testTreasury({ storage, clock: testClock(storageNow) });
    expect(await spend(other, 12)).toBe("failed");
    expect((await other.state()).spentTodayUsd).toBe(100);
    storageNow += 24 * hour;
    const back = testTreasury({ storage, clock: testClock(storageNow) });
    expect(await spend(back, 12)).toBe("failed");
  });

  it("counts a commit on the new day even if its account is of the old one", async () => {
    const clock = testClock(Date.UTC(2026, 10, 3, 23, 59, 50));
    const treasury = testTreasury({ clock });
    await treasury.credit(dollars(1_000));
    expect(await spend(treasury, 50)).toBe("executed");
    clock.advance(20_000);
    expect(await spend(treasury, 50)).toBe("executed");
    expect(await spend(treasury, 50)).toBe("executed");
    expect(await spend(treasury, 12)).toBe("failed");
    expect(await treasury.state()).toMatchObject({ spentTodayUsd: 100, expenseUsd: 150 });
  });

  it("is not raised by a refund, which would allow a second cap", async () => {
    const treasury = testTreasury();
    await treasury.credit(dollars(1_000));
    expect([await spend(treasury, 50), await spend(treasury, 50)]).toEqual([
      "executed",
      "executed",
    ]);
    const reference = "refund-1";
    await treasury.credit(dollars(50), { type: "expense", reference, reversalOf: "entry_1_2" });
    expect(await treasury.state()).toMatchObject({
      expenseUsd: 50,
      balanceUsd: 950,
      spentTodayUsd: 100,
    });
    expect(await spend(treasury, 12)).toBe("failed");
    expect((await treasury.verify()).valid).toBe(true);
  });
});

describe("a reversed deposit", () => {
  it("lowers the balance and the deposits, even below zero, and then blocks spending", async () => {
    const treasury = testTreasury({ limits: { minReserve: dollars(0) } });
    await treasury.credit(dollars(60));
    expect(await spend(treasury, 50)).toBe("executed");
    await treasury.credit(Micros.negate(dollars(60)), { reversalOf: "entry_1_1" });
    expect(await treasury.state()).toMatchObject({
      balanceUsd: -50,
      depositsUsd: 0,
      expenseUsd: 50,
      availableUsd: 0,
    });
    expect(await spend(treasury, 12)).toBe("failed");
    await treasury.credit(dollars(62));
    expect(await spend(treasury, 12)).toBe("executed");
    expect((await treasury.state()).balanceUsd).toBe(0);
  });
});
