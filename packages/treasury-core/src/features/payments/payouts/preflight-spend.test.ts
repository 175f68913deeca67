import type { PaymentExecutor, PreflightAnswer, PreflightOrder } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { outcomeOf } from "../../../create/test-treasury.fixture.ts";
import { dollars, testClock } from "../../../kernel/ledger/test-ledger.fixture.ts";
import { previewProposal } from "../../../kernel/spends/propose.ts";
import {
  quotedExecutor,
  quotedWorld,
  recordingExecutor,
  seller,
} from "../quotes/quoted-world.fixture.ts";

const small = { maximum: dollars(5) };
const broke: PreflightAnswer = { kind: "insufficient_funds", reason: "The account has $1.00." };
const text = "The payment executor chain cannot pay this now. The account has $1.00.";

function answering(...answers: readonly PreflightAnswer[]) {
  const orders: PreflightOrder[] = [];
  const preflight: PaymentExecutor["preflight"] = async (order) => {
    orders.push(order);
    return answers[Math.min(orders.length, answers.length) - 1]!;
  };
  return { chain: quotedExecutor({ preflight }), orders };
}

/** Other calls never time out. */
function fiveSecondsOnly(milliseconds: number): Promise<void> {
  return milliseconds === 5_000 ? Promise.resolve() : new Promise(() => {});
}

describe("a preflight", () => {
  it("that fails leaves a spend pending with the reason, and refuses its approval", async () => {
    const { chain, orders } = answering(broke, broke, { kind: "ready" });
    const { buy, decide, state } = quotedWorld([chain]);
    const proposal = await buy(small);
    expect(proposal).toMatchObject({ status: "pending", verdict: "review", reason: text });
    await expect(decide(proposal.id)).rejects.toMatchObject({
      code: "payment_not_possible",
      message: text,
      status: 409,
    });
    expect((await state()).heldUsd).toBe(0);
    expect(chain.paid).toEqual([]);
    expect(await decide(proposal.id)).toMatchObject({ status: "executed" });
    const { id: proposalId } = proposal;
    const order = { proposalId, workspaceId: "acme", amount: dollars(5), vendor: seller };
    expect(orders).toMatchObject(Array.from({ length: 3 }, () => ({ ...order, quote: small })));
  });

  it("adds its reason to that of screening, and does not weaken a block", async () => {
    const { buy } = quotedWorld([answering(broke).chain]);
    const reviewed = await buy({ ...small, description: "a gift card" });
    expect(reviewed.reason).toBe(`Transferable money needs review. ${text}`);
    expect(await buy({ ...small, description: "a handgun" })).toMatchObject({ status: "denied" });
  });

  it("is asked for the approved amount, and not for a denial or a repeated decision", async () => {
    const { chain, orders } = answering({ kind: "ready" });
    const { buy, decide } = quotedWorld([chain]);
    const bounded = await buy({ isFixed: false });
    await decide(bounded.id, { approvedAmount: dollars(11) });
    await decide(bounded.id, { approvedAmount: dollars(11) });
    const denied = await buy();
    await decide(denied.id, { decision: "deny" });
    expect(orders.map(({ amount }) => amount)).toEqual([12, 11, 12].map(dollars));
  });

  it("is part of a dry run", async () => {
    const { engine } = quotedWorld([answering(broke).chain, recordingExecutor("card")]);
    const request = { id: "a", agentId: "a", vendor: "Acme", purpose: "paper", category: null };
    const preview = await previewProposal(engine, "acme", { ...request, amount: dollars(5) });
    expect(preview.proposal.status).toBe("approved");
  });

  it.each<[string, PaymentExecutor["preflight"]]>([
    ["rejects", () => Promise.reject(new Error("It is down."))],
    ["does not answer within 5 s", () => new Promise(() => {})],
    ["answers something else", async () => ({}) as never],
  ])("that %s counts as ready", async (_what, preflight) => {
    const chain = quotedExecutor({ preflight: preflight! });
    const { buy, decide } = quotedWorld([chain], {
      clock: { ...testClock(), sleep: fiveSecondsOnly },
    });
    expect(await buy(small)).toMatchObject({ status: "executed" });
    const { id } = await buy();
    expect(await decide(id)).toMatchObject({ status: "executed" });
  });

  it("leaves the error of an expired quote to the decision", async () => {
    const { chain } = answering({ kind: "ready" }, broke);
    const { buy, decide, clock } = quotedWorld([chain]);
    const { id } = await buy();
    clock.advance(3_600_000);
    expect(await outcomeOf(decide(id))).toBe("quote_expired");
  });
});
