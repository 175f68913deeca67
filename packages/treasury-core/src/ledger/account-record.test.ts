import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maximumTotal } from "../money/limits.ts";
import { toMicros } from "../money/micros.ts";
import { accountFromRecord, accountToRecord } from "./account-record.ts";
import type { Account } from "./account.ts";

const total = fc.bigInt({ min: -maximumTotal, max: maximumTotal }).map(toMicros);
const account: fc.Arbitrary<Account> = fc.record({
  startingCapital: total,
  deposits: total,
  revenue: total,
  expense: total,
  held: total,
  day: fc.constantFrom("2026-11-03", "2027-01-01"),
  spentToday: total,
  autoApprovedToday: total,
  payment: fc.constantFrom(null, { provider: "stripe", mode: "live" } as const),
  overrides: fc.record(
    {
      maxSpendPerAction: total,
      autoApproveUnder: total,
      dailySpendCap: total,
      minReserve: total,
    },
    { requiredKeys: [] },
  ),
  newestProposal: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
  writtenAt: fc.nat({ max: 8_640_000_000_000_000 }),
});

describe("an account in a storage", () => {
  it("comes back as it was, through JSON", () => {
    fc.assert(
      fc.property(account, (kept) => {
        const stored: unknown = JSON.parse(JSON.stringify(accountToRecord(kept)));
        expect(accountFromRecord(stored)).toEqual(kept);
      }),
    );
  });

  it("counts as never written where it was kept before that was noted", () => {
    fc.assert(
      fc.property(account, (kept) => {
        const { writtenAt: _, ...older } = accountToRecord(kept);
        expect(accountFromRecord(older)).toEqual({ ...kept, writtenAt: 0 });
      }),
    );
  });
});
