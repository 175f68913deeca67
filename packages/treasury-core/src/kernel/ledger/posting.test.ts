import { isTreasuryError, Micros } from "@agent-treasury/provider";
import { maximumTotal } from "@agent-treasury/provider/helpers";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Account, balanceOf } from "./account.ts";
import { type LedgerHead, openingHead } from "./ledger-state.ts";
import { type Posted, type PostedDecision, type Posting, post } from "./posting.ts";
import { deposit, dollars, morning } from "./test-ledger.fixture.ts";

const start = openingHead("acme", dollars(100), "2026-11-03");
const { salt } = deposit;
const decision: PostedDecision = {
  operator: "Ada",
  operatorVerified: false,
  autoApproved: false,
  decidedAt: morning,
  vendor: "Acme",
  amount: dollars(12),
  limits: ["50000000", "10000000", "100000000", "20000000"],
};
const expense: Posting = {
  type: "expense",
  amount: Micros.negate(dollars(12)),
  description: "Acme: servers",
  proposalId: "proposal-1",
  decision,
  salt,
};

function posted(head: LedgerHead, posting: Posting): Posted {
  const result = post("acme", head, posting, morning);
  if (isTreasuryError(result)) throw result;
  return result;
}

function totalsOf({ head }: Posted): Partial<Account> {
  const { deposits, revenue, expense: spent, spentToday, autoApprovedToday } = head.account;
  return { deposits, revenue, expense: spent, spentToday, autoApprovedToday };
}

const nothing = {
  deposits: Micros.zero,
  revenue: Micros.zero,
  expense: Micros.zero,
  spentToday: Micros.zero,
  autoApprovedToday: Micros.zero,
};

describe("a posting", () => {
  it("adds deposits and revenue to their totals, and subtracts reversals", () => {
    const funded = posted(start, { ...deposit, amount: dollars(30) });
    expect(totalsOf(funded)).toEqual({ ...nothing, deposits: dollars(30) });
    const earned = posted(start, { ...deposit, type: "revenue", amount: dollars(5) });
    expect(totalsOf(earned)).toEqual({ ...nothing, revenue: dollars(5) });
    const takenBack = { ...deposit, amount: Micros.negate(dollars(40)), reversalOf: "entry_1_1" };
    expect(totalsOf(posted(funded.head, takenBack))).toEqual({
      ...nothing,
      deposits: Micros.negate(dollars(10)),
    });
  });

  it("counts an expense as spent today, and as auto-approved if policy approved it", () => {
    expect(totalsOf(posted(start, expense))).toEqual({
      ...nothing,
      expense: dollars(12),
      spentToday: dollars(12),
    });
    const automatic = { ...expense, decision: { ...decision, autoApproved: true } };
    expect(totalsOf(posted(start, automatic))).toEqual({
      ...nothing,
      expense: dollars(12),
      spentToday: dollars(12),
      autoApprovedToday: dollars(12),
    });
  });

  it("never lowers the day's spending by a reversal", () => {
    const spent = posted(start, expense);
    const refund = { ...expense, amount: dollars(12), reversalOf: spent.record.id };
    expect(totalsOf(posted(spent.head, refund))).toEqual({ ...nothing, spentToday: dollars(12) });
  });

  it("is the next entry of its epoch, chained to the previous one, on the account's day", () => {
    const first = posted(start, deposit);
    const second = posted(first.head, expense);
    expect(second.entry).toMatchObject({
      epoch: 1,
      sequence: 2n,
      amount: Micros.negate(dollars(12)),
      balance: dollars(98),
      previousHash: first.entry.hash,
    });
    expect(second.record).toMatchObject({ id: "entry_1_2", day: "2026-11-03" });
    expect(second.head).toMatchObject({ sequence: 2n, lastHash: second.entry.hash });
  });

  it("stores the decision of an expense with its texts as salted commitments", () => {
    const { record } = posted(start, expense);
    expect(record.decision).toMatchObject({
      operator: { text: "Ada" },
      operatorVerified: false,
      autoApproved: false,
      decidedAt: "2026-11-03T10:00:00.000Z",
      vendor: { text: "Acme" },
      amount: "12000000",
      limits: ["50000000", "10000000", "100000000", "20000000"],
    });
  });

  it("has no operator if policy decided", () => {
    const byPolicy = { ...decision, operator: null, autoApproved: true };
    expect(posted(start, { ...expense, decision: byPolicy }).record.decision?.operator).toBeNull();
  });

  it("is rejected without changes if a total would exceed the supported range", () => {
    const full: LedgerHead = { ...start, account: { ...start.account, deposits: maximumTotal } };
    const short = (account: Partial<Account>): LedgerHead => ({
      ...start,
      account: { ...start.account, startingCapital: Micros.zero, ...account },
    });
    const million = dollars(1_000_000);
    const beyond: readonly [LedgerHead, Posting][] = [
      [full, deposit],
      // Only the balance exceeds the range.
      [
        short({ deposits: Micros.subtract(maximumTotal, million) }),
        { ...deposit, type: "revenue", amount: dollars(1_000_001) },
      ],
      [short({ revenue: maximumTotal, expense: maximumTotal }), { ...deposit, type: "revenue" }],
      [short({ deposits: maximumTotal, expense: maximumTotal }), expense],
      // Only net profit exceeds the range.
      [short({ deposits: maximumTotal, revenue: Micros.negate(maximumTotal) }), expense],
    ];
    for (const [head, posting] of beyond) {
      const refusal = post("acme", head, posting, morning);
      expect(isTreasuryError(refusal) && refusal.code).toBe("total_out_of_range");
      expect(isTreasuryError(refusal) && refusal.message).toContain("exceed the largest total");
    }
    const last = { ...deposit, amount: million };
    expect(
      posted(short({ deposits: Micros.subtract(maximumTotal, million) }), last).entry.balance,
    ).toBe(maximumTotal);
  });
});

const movement: fc.Arbitrary<Posting> = fc
  .record({
    type: fc.constantFrom("deposit", "revenue", "expense"),
    amount: fc.bigInt({ min: 1n, max: 1_000_000_000_000n }),
    reverses: fc.boolean(),
  })
  .map(({ type, amount, reverses }) => {
    const signed = (type === "expense") === reverses ? amount : -amount;
    const posting = { ...deposit, type, amount: Micros.of(signed) } as const;
    return reverses ? { ...posting, reversalOf: "entry_1_1" } : posting;
  });

describe("the totals", () => {
  it("follow the formulas of the service API after any movements", () => {
    fc.assert(
      fc.property(fc.array(movement, { maxLength: 40 }), (movements) => {
        let head = start;
        let running: Micros = dollars(100);
        const sums = { deposit: Micros.zero, revenue: Micros.zero, expense: Micros.zero };
        for (const posting of movements) {
          const result = posted(head, posting);
          head = result.head;
          running = Micros.add(running, posting.amount);
          sums[posting.type] = Micros.add(sums[posting.type], posting.amount);
          expect(result.entry.balance).toBe(running);
        }
        const { account } = head;
        expect(account.deposits).toBe(sums.deposit);
        expect(account.revenue).toBe(sums.revenue);
        expect(account.expense).toBe(Micros.negate(sums.expense));
        expect(balanceOf(account)).toBe(running);
        expect(running).toBe(dollars(100) + account.deposits + account.revenue - account.expense);
      }),
    );
  });
});
