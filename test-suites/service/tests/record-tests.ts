import type { ServiceTest } from "../service-test.ts";
import { first, fund, propose, readState, spend } from "../steps.ts";

const isoUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The fields of a proposal and of an entry. */
export const recordTests: readonly ServiceTest[] = [
  {
    shows: ["resource/proposal", "open/proposal-fields", "open/timestamps", "open/category"],
    name: "GET treasury → 200: every field of a proposal",
    run: async (context) => {
      await fund(context, 100);
      const waiting = await propose(context, {
        amountUsd: 12.5,
        vendor: "Acme",
        purpose: "pencils",
        category: "office",
      });
      const expected = {
        id: waiting.id,
        workspaceId: "demo",
        status: "pending",
        amountUsd: 12.5,
        capturedUsd: 0,
        refundedUsd: 0,
        vendor: "Acme",
        purpose: "pencils",
        category: "office",
        turnId: waiting.turnId,
        proposedBy: null,
        agentId: "agent",
        agentLabel: null,
        onBehalfOf: waiting.onBehalfOf,
        approvedAmountUsd: null,
        verdict: "safe",
        reason: waiting.reason,
        autoApproved: false,
        operator: null,
        operatorVerified: false,
        comment: null,
        createdAt: waiting.createdAt,
        decidedAt: null,
        executedAt: null,
        expiresAt: null,
        failure: null,
        reference: null,
        attention: null,
        approvals: { given: 0, needed: 1, missing: ["1 more approval"], by: [] },
        allocationId: null,
        rules: null,
        hasResource: false,
        deniedThrough: null,
        digest: waiting.digest,
        quote: null,
        payout: null,
        payee: {
          isKnown: false,
          isNamed: true,
          isAfterOutsideContent: false,
          namedAmountUsd: null,
          laterMaximumUsd: 25,
        },
      };
      context.expect(/^[0-9a-f]{64}$/.test(waiting.digest ?? "")).toBe(true);
      context.expect(waiting).toEqual(expected);
      context.expect(waiting.reason === "").toBe(false);
      const { proposal, state } = await context.ok("decideProposal", {
        proposalId: waiting.id,
        decision: "approve",
        operator: "Ada",
        comment: "We need them.",
      });
      const { decidedAt, executedAt, approvals } = proposal;
      context.expect(proposal).toEqual({
        ...expected,
        payee: { ...expected.payee, laterMaximumUsd: null },
        status: "executed",
        capturedUsd: 12.5,
        operator: "Ada",
        comment: "We need them.",
        decidedAt,
        executedAt,
        reference: first(state.ledger).id,
        approvals,
      });
      const { given, needed, missing } = approvals;
      context.expect({ given, needed, missing }).toEqual({ given: 1, needed: 1, missing: [] });
      for (const time of [proposal.createdAt, decidedAt, executedAt]) {
        context.expect(isoUtc.test(time ?? "")).toBe(true);
      }
    },
  },
  {
    shows: ["resource/ledger-entry", "open/ledger-entry-fields", "open/timestamps"],
    name: "GET treasury → 200: every field of a ledger entry",
    run: async (context) => {
      await fund(context, 100);
      const { id } = await spend(context, 30);
      const [expense, deposit] = (await readState(context)).ledger;
      context.expect(expense).toEqual({
        id: expense?.id,
        workspaceId: "demo",
        sequence: 2,
        type: "expense",
        amountUsd: -30,
        balanceUsd: 70,
        description: "Acme: pencils",
        proposalId: id,
        reference: null,
        reversalOf: null,
        createdAt: expense?.createdAt,
        businessDay: expense?.createdAt.slice(0, 10),
        previousHash: deposit?.hash,
        hash: expense?.hash,
      });
      context.expect(deposit).toEqual({
        ...deposit,
        sequence: 1,
        type: "deposit",
        amountUsd: 100,
        balanceUsd: 100,
        proposalId: null,
        reversalOf: null,
      });
      context.expect(typeof deposit?.reference).toBe("string");
      for (const entry of [expense, deposit]) {
        context.expect(isoUtc.test(entry?.createdAt ?? "")).toBe(true);
      }
    },
  },
];
