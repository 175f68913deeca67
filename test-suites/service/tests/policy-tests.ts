import type { ServiceTest } from "../service-test.ts";
import { fund, propose, proposeAll, readState } from "../steps.ts";

/** Automatic decisions. */
export const policyTests: readonly ServiceTest[] = [
  {
    shows: ["open/auto-approval", "limit/auto-approve-under", "proposal/execute"],
    name: "POST agent → 200: a safe spend below the threshold is approved by policy and executed",
    run: async (context) => {
      await fund(context, 100);
      const proposal = await propose(context, { amountUsd: 9.999999 });
      const { status, autoApproved, verdict, operator, operatorVerified } = proposal;
      context.expect({ status, autoApproved, verdict, operator, operatorVerified }).toEqual({
        status: "executed",
        autoApproved: true,
        verdict: "safe",
        operator: null,
        operatorVerified: false,
      });
      context.expect((await readState(context)).balanceUsd).toBe(90.000001);
    },
  },
  {
    shows: ["open/auto-approval", "limit/auto-approve-under"],
    name: "POST agent → 200: a spend at the threshold needs approval",
    run: async (context) => {
      await fund(context, 100);
      const { status, autoApproved, verdict } = await propose(context, { amountUsd: 10 });
      context.expect([status, autoApproved, verdict]).toEqual(["pending", false, "safe"]);
    },
  },
  {
    shows: ["open/auto-approval-daily"],
    name: "POST agent → 200: automatic spends of a day stop at three times the threshold",
    run: async (context) => {
      await fund(context, 100);
      const proposals = await proposeAll(
        context,
        ["one", "two", "three", "four"].map((purpose) => ({ amountUsd: 9, purpose })),
      );
      context
        .expect(proposals.map(({ status }) => status))
        .toEqual(["executed", "executed", "executed", "pending"]);
      context
        .expect((await propose(context, { amountUsd: 3, purpose: "rest" })).status)
        .toBe("executed");
      context
        .expect((await propose(context, { amountUsd: 0.01, purpose: "more" })).status)
        .toBe("pending");
    },
  },
  {
    shows: ["open/auto-approval-daily"],
    name: "POST agent → 200: or at the deployment's limit",
    setup: { options: { budget: { autoApproveDailyUsd: 5 } } },
    run: async (context) => {
      await fund(context, 100);
      context
        .expect((await propose(context, { amountUsd: 5, purpose: "one" })).status)
        .toBe("executed");
      context
        .expect((await propose(context, { amountUsd: 0.01, purpose: "two" })).status)
        .toBe("pending");
    },
  },
  {
    shows: ["proposal/blocked", "open/over-action-cap", "limit/max-spend-per-action"],
    name: "POST agent → 200: over the cap of one spend it is blocked and denied, the balance unchanged",
    run: async (context) => {
      await fund(context, 500);
      const { status, verdict, failure, decidedAt } = await propose(context, {
        amountUsd: 50.000001,
      });
      context.expect([status, verdict, decidedAt === null]).toEqual(["denied", "blocked", false]);
      context.expect(failure?.includes("50")).toBe(true);
      const { balanceUsd, pendingCount, ledger } = await readState(context);
      context.expect([balanceUsd, pendingCount, ledger.length]).toEqual([500, 0, 1]);
    },
  },
  {
    shows: ["open/purpose-and-reason"],
    name: "POST agent → 200: a spend that exceeds the daily cap or the reserve now needs review",
    run: async (context) => {
      await fund(context, 25);
      const poor = await propose(context, { amountUsd: 6, purpose: "pens" });
      context
        .expect([poor.status, poor.verdict, poor.purpose])
        .toEqual(["pending", "review", "pens"]);
      context.expect(poor.reason.includes("20")).toBe(true);
      await context.restart({ options: { budget: { dailySpendCapUsd: 4 } } });
      const capped = await propose(context, { amountUsd: 5 });
      context.expect([capped.status, capped.verdict]).toEqual(["pending", "review"]);
    },
  },
  {
    shows: ["open/purpose-and-reason", "proposal/blocked"],
    name: "POST agent → 200: screening blocks prohibited purchases and the deployment's own rules",
    setup: { options: { screening: { blockedVendors: ["Initech"] } } },
    run: async (context) => {
      await fund(context, 100);
      const [weapon, vendor, cards] = await proposeAll(context, [
        { amountUsd: 5, purpose: "a Ｆіreаrm" },
        { amountUsd: 5, vendor: "INITECH" },
        { amountUsd: 5, purpose: "gift cards" },
      ]);
      const verdicts = [weapon, vendor, cards].map((proposal) => [
        proposal?.verdict,
        proposal?.status,
      ]);
      context.expect(verdicts).toEqual([
        ["blocked", "denied"],
        ["blocked", "denied"],
        ["review", "pending"],
      ]);
      context.expect((await readState(context)).balanceUsd).toBe(100);
    },
  },
];
