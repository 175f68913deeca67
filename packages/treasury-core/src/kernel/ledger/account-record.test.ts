import { Micros, type JsonObject } from "@agent-treasury/provider";
import { maximumTotal } from "@agent-treasury/provider/helpers";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Account, accountFromRecord, accountToRecord } from "./account.ts";
import { slicesFromRecord } from "./head-slice.ts";

const total = fc.bigInt({ min: -maximumTotal, max: maximumTotal }).map(Micros.of);
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
  events: fc.constantFrom(null, { newest: 0 }, { newest: 12 }),
  newestProposal: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
  writtenAt: fc.nat({ max: 8_640_000_000_000_000 }),
  slices: fc.constantFrom(
    {},
    slicesFromRecord({ rules: { published: null }, later: [{ rule: "a", spent: "1" }] }, []),
  ),
});

/** A record of version 0.1, which had no `format`. */
function formatOne(kept: Account): JsonObject {
  const { format: _, openingBalance, ...rest } = accountToRecord(kept);
  return { ...rest, startingCapital: openingBalance ?? null };
}

describe("a stored account", () => {
  it("survives a round trip through JSON", () => {
    fc.assert(
      fc.property(account, (kept) => {
        const stored: unknown = JSON.parse(JSON.stringify(accountToRecord(kept)));
        expect(accountFromRecord(stored)).toEqual(kept);
      }),
    );
  });

  it("has the write time 0 if its record lacks one", () => {
    fc.assert(
      fc.property(account, (kept) => {
        const { writtenAt: _, ...older } = formatOne(kept);
        expect(accountFromRecord(older)).toEqual({ ...kept, writtenAt: 0 });
      }),
    );
  });

  it("is read in the format of version 0.1", () => {
    fc.assert(
      fc.property(account, (kept) => {
        expect(accountFromRecord(formatOne(kept))).toEqual(kept);
      }),
    );
  });

  it("is rejected in a format that this version does not know", () => {
    fc.assert(
      fc.property(account, fc.constantFrom(0, 1, 4, "2", null, true), (kept, format) => {
        const record = { ...accountToRecord(kept), format };
        expect(() => accountFromRecord(record)).toThrow(
          expect.objectContaining({
            code: "storage_error",
            message: expect.stringContaining("this version reads formats 1 to 3"),
          }),
        );
      }),
    );
  });

  it("is not readable by version 0.1", () => {
    fc.assert(
      fc.property(account, (kept) => {
        expect(accountToRecord(kept)).not.toHaveProperty("startingCapital");
      }),
    );
  });
});
