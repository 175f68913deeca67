import type { ServiceTest } from "../service-test.ts";
import { fund, propose, proposeAll, readState } from "../steps.ts";

/** Automatic decisions. */
export const policyTests: readonly ServiceTest[] = [
  {
    shows: ["open/auto-approval", "limit/auto-approve-under", "proposal/execute"],
    name: "POST agent → 200: a safe spend below the threshold is approved by policy and executed",
    run: async (scene) => {
      await fund(scene, 100);
      const proposal = await propose(scene, { amountUsd: 9.999999 });
      const { status, autoApproved, verdict, operator, operatorVerified } = proposal;
      scene.expect({ status, autoApproved, verdict, operator, operatorVerified }).toEqual({
        status: "executed",
        autoApproved: true,
        verdict: "safe",
        operator: null,
        operatorVerified: false,
      });
      scene.expect((await readState(scene)).balanceUsd).toBe(90.000001);
    },
  },
  {
    shows: ["open/auto-approval", "limit/auto-approve-under"],
    name: "POST agent → 200: a spend at the threshold needs approval",
    run: async (scene) => {
      await fund(scene, 100);
      const { status, autoApproved, verdict } = await propose(scene, { amountUsd: 10 });
      scene.expect([status, autoApproved, verdict]).toEqual(["pending", false, "safe"]);
    },
  },
  {
    shows: ["open/auto-approval-daily"],
    name: "POST agent → 200: automatic spends of a day stop at three times the threshold",
    run: async (scene) => {
      await fund(scene, 100);
      const proposals = await proposeAll(
        scene,
        ["one", "two", "three", "four"].map((purpose) => ({ amountUsd: 9, purpose })),
      );
      scene
        .expect(proposals.map(({ status }) => status))
        .toEqual(["executed", "executed", "executed", "pending"]);
      scene
        .expect((await propose(scene, { amountUsd: 3, purpose: "rest" })).status)
        .toBe("executed");
      scene
        .expect((await propose(scene, { amountUsd: 0.01, purpose: "more" })).status)
        .toBe("pending");
    },
  },
  {
    shows: ["open/auto-approval-daily"],
    name: "POST agent → 200: or at the deployment's limit",
    setup: { options: { budget: { autoApproveDailyUsd: 5 } } },
    run: async (scene) => {
      await fund(scene, 100);
      scene
        .expect((await propose(scene, { amountUsd: 5, purpose: "one" })).status)
        .toBe("executed");
      scene
        .expect((await propose(scene, { amountUsd: 0.01, purpose: "two" })).status)
        .toBe("pending");
    },
  },
  {
    shows: ["proposal/blocked", "open/over-action-cap", "limit/max-spend-per-action"],
    name: "POST agent → 200: over the cap of one spend it is blocked and denied, the balance unchanged",
    run: async (scene) => {
      await fund(scene, 500);
      const { status, verdict, failure, decidedAt } = await propose(scene, {
        amountUsd: 50.000001,
      });
      scene.expect([status, verdict, decidedAt === null]).toEqual(["denied", "blocked", false]);
      scene.expect(failure?.includes("50")).toBe(true);
      const { balanceUsd, pendingCount, ledger } = await readState(scene);
      scene.expect([balanceUsd, pendingCount, ledger.length]).toEqual([500, 0, 1]);
    },
  },
  {
    shows: ["open/purpose-and-reason"],
    name: "POST agent → 200: a spend that exceeds the daily cap or the reserve now needs review",
    run: async (scene) => {
      await fund(scene, 25);
      const poor = await propose(scene, { amountUsd: 6, purpose: "pens" });
      scene
        .expect([poor.status, poor.verdict, poor.purpose])
        .toEqual(["pending", "review", "pens"]);
      scene.expect(poor.reason.includes("20")).toBe(true);
      await scene.restart({ options: { budget: { dailySpendCapUsd: 4 } } });
      const capped = await propose(scene, { amountUsd: 5 });
      scene.expect([capped.status, capped.verdict]).toEqual(["pending", "review"]);
    },
  },
  {
    shows: ["open/purpose-and-reason", "proposal/blocked"],
    name: "POST agent → 200: screening blocks prohibited purchases and the deployment's own rules",
    setup: { options: { screening: { blockedVendors: ["Initech"] } } },
    run: async (scene) => {
      await fund(scene, 100);
      const [weapon, vendor, cards] = await proposeAll(scene, [
        { amountUsd: 5, purpose: "a Ｆіreаrm" },
        { amountUsd: 5, vendor: "INITECH" },
        { amountUsd: 5, purpose: "gift cards" },
      ]);
      const verdicts = [weapon, vendor, cards].map((proposal) => [
        proposal?.verdict,
        proposal?.status,
      ]);
      scene.expect(verdicts).toEqual([
        ["blocked", "denied"],
        ["blocked", "denied"],
        ["review", "pending"],
      ]);
      scene.expect((await readState(scene)).balanceUsd).toBe(100);
    },
  },
];
