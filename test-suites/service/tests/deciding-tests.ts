import { until } from "../../../packages/testing/src/conformance/until.ts";
import type { ServiceTest } from "../service-test.ts";
import { approve, first, fund, propose, proposeAll, readState, moneyOf } from "../steps.ts";

/** A person's decision. */
export const decidingTests: readonly ServiceTest[] = [
  {
    shows: ["decide/answer", "proposal/approve", "proposal/execute"],
    name: "POST treasury/decide → 200: approve executes, and the ledger has the expense",
    run: async (context) => {
      await fund(context, 100);
      const { id } = await propose(context, { amountUsd: 30 });
      const { proposal, state } = await context.ok("decideProposal", {
        proposalId: id,
        decision: "approve",
        operator: "Ada",
      });
      context.expect([proposal.status, proposal.operator]).toEqual(["executed", "Ada"]);
      context
        .expect([proposal.decidedAt === null, proposal.executedAt === null])
        .toEqual([false, false]);
      context.expect(moneyOf(state)).toEqual([70, 30, 2]);
      context.expect(state.ledger[0]?.proposalId).toBe(id);
      context.expect(state).toEqual(await readState(context));
    },
  },
  {
    shows: ["decide/answer", "proposal/deny"],
    name: "POST treasury/decide → 200: deny records operator and time, and moves no money",
    run: async (context) => {
      await fund(context, 100);
      const { id } = await propose(context, { amountUsd: 30 });
      const { proposal, state } = await context.ok("decideProposal", {
        proposalId: id,
        decision: "deny",
        operator: "Ada",
      });
      context.expect([proposal.status, proposal.operator]).toEqual(["denied", "Ada"]);
      context.expect([proposal.decidedAt === null, proposal.executedAt]).toEqual([false, null]);
      context.expect(moneyOf(state)).toEqual([100, 0, 1]);
      context.expect([state.pendingCount, state.proposals]).toEqual([0, [proposal]]);
    },
  },
  {
    shows: ["decide/workspace"],
    name: "POST treasury/decide → 200: without workspaceId it is demo's proposal, with one it is that one's",
    run: async (context) => {
      await fund(context, 100);
      await fund(context, 100, "acme");
      const here = await propose(context, { amountUsd: 30 });
      const there = await propose(context, { amountUsd: 30 }, "acme");
      const input = { proposalId: there.id, decision: "approve" };
      await context.refused("proposal_not_found", "decideProposal", input);
      await context.ok("decideProposal", { proposalId: here.id, decision: "approve" });
      await context.ok("decideProposal", {
        workspaceId: " acme ",
        proposalId: there.id,
        decision: "deny",
      });
      context.expect((await readState(context)).balanceUsd).toBe(70);
      context.expect((await readState(context, "acme")).balanceUsd).toBe(100);
    },
  },
  {
    shows: [
      "decide/operator",
      "access/operator-unverified",
      "authentication/guest",
      "open/comment",
    ],
    name: "POST treasury/decide → 200: an anonymous driver's operator name and comment are stored as unverified",
    run: async (context) => {
      const { id } = await propose(context, { amountUsd: 30 });
      const { proposal } = await context.ok("decideProposal", {
        proposalId: id,
        decision: "deny",
        operator: "  Grace Hopper ",
        comment: "Not this month.",
      });
      const { operator, operatorVerified, comment } = proposal;
      context
        .expect({ operator, operatorVerified, comment })
        .toEqual({ operator: "Grace Hopper", operatorVerified: false, comment: "Not this month." });
      for (const nameless of [undefined, "", "  "]) {
        const other = await propose(context, { amountUsd: 30 });
        const decision = { proposalId: other.id, decision: "deny", operator: nameless } as const;
        context.expect((await context.ok("decideProposal", decision)).proposal.operator).toBe(null);
      }
    },
  },
  {
    shows: ["error/decide-400-proposal", "decide/proposal"],
    name: "POST treasury/decide → 400: proposalId missing, blank or not a string",
    run: async (context) => {
      for (const proposalId of [undefined, null, "", "  ", 7, ["prop_1"], {}]) {
        const input = { proposalId, decision: "approve" };
        const { error } = await context.refused("invalid_request", "decideProposal", input);
        context.expect([proposalId, error.includes("proposalId")]).toEqual([proposalId, true]);
      }
    },
  },
  {
    shows: ["error/decide-400-decision", "decide/decision"],
    name: "POST treasury/decide → 400: decision neither approve nor deny",
    run: async (context) => {
      const { id } = await propose(context, { amountUsd: 30 });
      for (const decision of [
        undefined,
        null,
        "",
        "maybe",
        "Approve",
        "approve ",
        true,
        1,
        ["deny"],
      ]) {
        const input = { proposalId: id, decision };
        const { error } = await context.refused("invalid_request", "decideProposal", input);
        context.expect([decision, error.includes("decision")]).toEqual([decision, true]);
      }
      context.expect((await readState(context)).pendingCount).toBe(1);
    },
  },
  {
    shows: ["error/decide-500-unknown", "bad/unknown"],
    name: "POST treasury/decide → 500: there is no such proposal",
    run: async (context) => {
      const before = await fund(context, 100);
      for (const proposalId of ["prop_unknown", "../prop", "x".repeat(500), "💸", "constructor"]) {
        for (const decision of ["approve", "deny"]) {
          const input = { proposalId, decision };
          const { status } = await context.refused("proposal_not_found", "decideProposal", input);
          context.expect(status).toBe(500);
        }
      }
      context.expect(await readState(context)).toEqual(before);
    },
  },
  {
    shows: ["open/same-decision"],
    name: "POST treasury/decide → 200: the same decision again returns the proposal unchanged and moves no money",
    run: async (context) => {
      await fund(context, 100);
      const [bought, refused] = await proposeAll(context, [
        { amountUsd: 30, purpose: "one" },
        { amountUsd: 31, purpose: "two" },
      ]);
      for (const [proposal, decision] of [
        [bought, "approve"],
        [refused, "deny"],
      ] as const) {
        const input = { proposalId: proposal?.id ?? "", decision };
        const decided = await context.ok("decideProposal", { ...input, operator: "Ada" });
        const again = await context.ok("decideProposal", {
          ...input,
          operator: "Bob",
          comment: "Me too.",
        });
        context.expect(again).toEqual(decided);
      }
      context.expect(moneyOf(await readState(context))).toEqual([70, 30, 2]);
    },
  },
  {
    shows: ["open/opposite-decision"],
    name: "POST treasury/decide → 409: the opposite decision, of a person or of policy",
    run: async (context) => {
      await fund(context, 100);
      const [bought, refused, automatic, blocked] = await proposeAll(context, [
        { amountUsd: 30, purpose: "one" },
        { amountUsd: 31, purpose: "two" },
        { amountUsd: 5, purpose: "three" },
        { amountUsd: 60, purpose: "four" },
      ]);
      await approve(context, bought?.id ?? "");
      await context.ok("decideProposal", { proposalId: refused?.id ?? "", decision: "deny" });
      const before = await readState(context);
      for (const [proposal, decision] of [
        [bought, "deny"],
        [refused, "approve"],
        [automatic, "deny"],
        [blocked, "approve"],
      ] as const) {
        const input = { proposalId: proposal?.id, decision };
        const { status } = await context.refused("already_decided", "decideProposal", input);
        context.expect(status).toBe(409);
      }
      context.expect(await readState(context)).toEqual(before);
    },
  },
  {
    shows: ["open/expiry"],
    name: "POST treasury/decide → 409: the proposal expired, which reads as denied",
    setup: { options: { proposalExpiryHours: 0.2 / 3_600 } },
    run: async (context) => {
      await fund(context, 100);
      const { id, status, expiresAt } = await propose(context, { amountUsd: 30 });
      context.expect([status, expiresAt === null]).toEqual(["pending", false]);
      const { proposals: after } = await until(
        () => readState(context),
        (read) => first(read.proposals).status === "denied",
      );
      const expired = first(after);
      context.expect([expired.decidedAt, expired.operator]).toEqual([expiresAt, null]);
      const input = { proposalId: id, decision: "approve" };
      const { status: refusal } = await context.refused(
        "proposal_expired",
        "decideProposal",
        input,
      );
      context.expect(refusal).toBe(409);
      const { balanceUsd, pendingCount, proposals } = await readState(context);
      context.expect([balanceUsd, pendingCount]).toEqual([100, 0]);
      context.expect(proposals[0]?.failure).toBe(expired.failure);
    },
  },
  {
    shows: ["open/payment-mode-sticks"],
    name: "POST treasury/decide → 409: another processor than the one that funded the workspace",
    run: async (context) => {
      await fund(context, 100);
      const [one, two] = await proposeAll(context, [
        { amountUsd: 30, purpose: "one" },
        { amountUsd: 31, purpose: "two" },
      ]);
      await context.restart({ payments: "test" });
      const input = { proposalId: one?.id, decision: "approve" };
      await context.refused("payment_mode_changed", "decideProposal", input);
      const denial = { proposalId: two?.id ?? "", decision: "deny" } as const;
      context.expect((await context.ok("decideProposal", denial)).proposal.status).toBe("denied");
      context.expect(moneyOf(await readState(context))).toEqual([100, 0, 1]);
    },
  },
];
