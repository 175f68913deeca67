import { type Review, TreasuryError } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { expect, it } from "vitest";
import { ada } from "../../../create/test-treasury.fixture.ts";
import { contentsOf } from "../../../kernel/ledger/edited-storage.fixture.ts";
import { dollars } from "../../../kernel/ledger/test-ledger.fixture.ts";
import { resolveSpend } from "../payouts/resolve-spend.ts";
import { quotedExecutor, quotedWorld } from "../quotes/quoted-world.fixture.ts";
import { reverseCaptures } from "./reverse-captures.ts";
import { reviewKind } from "./review-doc.ts";
import { buy, captureId, day, minute, reviewed } from "./reviewed-payments.fixture.ts";

it("looks once at an executed payment, with the order that was paid", async () => {
  const payments = reviewed();
  const { world, asked, recover, reviewDocs } = payments;
  const { id, status } = await buy(payments);
  expect(status).toBe("executed");
  world.clock.advance(24 * minute);
  await recover();
  expect(asked).toEqual([]);
  world.clock.advance(minute);
  await recover();
  expect(asked).toEqual([
    [
      "executed",
      expect.objectContaining({
        proposalId: id,
        amount: dollars(12),
        payload: { signature: "0x01" },
        quote: expect.objectContaining({ rail: "chain" }),
        reference: "chain-1",
      }),
    ],
  ]);
  world.clock.advance(60 * day);
  await recover();
  expect(asked).toHaveLength(1);
  expect(await reviewDocs()).toEqual([expect.objectContaining({ dueAt: null })]);
});

it("looks again as long as the payment may change", async () => {
  const payments = reviewed();
  const { world, asked, answers, recover } = payments;
  await buy(payments);
  answers.review = { kind: "pending", afterMs: 10 * minute };
  world.clock.advance(25 * minute);
  await recover();
  await recover();
  expect(asked).toHaveLength(1);
  world.clock.advance(10 * minute);
  await recover();
  expect(asked).toHaveLength(2);
});

it("posts a reversal once for a capture that was undone, and the spend needs review", async () => {
  const payments = reviewed();
  const { world, other, answers, recover } = payments;
  const { id } = await buy(payments);
  const before = await world.state();
  answers.review = { kind: "reversed", captureIds: [captureId(id)], reason: "The block is gone" };
  world.clock.advance(25 * minute);
  await Promise.all([recover(), recover(other)]);
  world.clock.advance(10 * minute);
  await Promise.all([recover(), recover(other)]);
  const { balanceUsd, expenseUsd, spentTodayUsd, ledger, proposals } = await other.state();
  expect([before.balanceUsd, balanceUsd, expenseUsd]).toEqual([488, 500, 0]);
  // Reversals lower no usage of limits.
  expect([before.spentTodayUsd, spentTodayUsd]).toEqual([12, 12]);
  expect(ledger.map(({ amountUsd, reference }) => [amountUsd, reference])).toEqual([
    [12, captureId(id)],
    [-12, captureId(id)],
  ]);
  expect(ledger.map(({ proposalId }) => proposalId)).toEqual([id, id]);
  expect(proposals.find((one) => one.id === id)).toMatchObject({
    status: "executed",
    capturedUsd: 0,
    refundedUsd: 0,
    attention:
      "The payment of $12.00 was undone: The block is gone. The amount is in the balance again.",
  });
  expect(await world.verify()).toMatchObject({ valid: true });
});

it("records what was paid instead of a capture, also after a crash in between", async () => {
  const payments = reviewed();
  const { world, other, answers, recover, reviewDocs } = payments;
  const { id } = await buy(payments);
  const reason = "The amount changed.";
  const replacedBy = { captures: [{ id: "another", amount: dollars(7) }], reference: "chain-2" };
  const review: Review = { kind: "reversed", captureIds: [captureId(id)], reason, replacedBy };
  answers.review = review;
  // The commit of a process that then crashes.
  const salt = "5a".repeat(16);
  const reversal = {
    proposalId: id,
    captureIds: review.captureIds,
    reason,
    isReplaced: true,
    salt,
  };
  await world.run(reverseCaptures(reversal, world.engine.policy));
  expect((await world.state()).balanceUsd).toBe(500);
  world.clock.advance(25 * minute);
  await Promise.all([recover(), recover(other)]);
  const { balanceUsd, ledger, proposals } = await other.state();
  expect(balanceUsd).toBe(493);
  expect(ledger.map(({ amountUsd, reference }) => [amountUsd, reference])).toEqual([
    [-7, "another"],
    [12, captureId(id)],
    [-12, captureId(id)],
  ]);
  expect(proposals.find((one) => one.id === id)).toMatchObject({
    status: "executed",
    capturedUsd: 7,
    attention:
      "The payment of $12.00 was undone: The amount changed. The amount is in the balance again.",
  });
  answers.review = { kind: "final" };
  world.clock.advance(25 * minute);
  await recover();
  expect(await reviewDocs()).toEqual([expect.objectContaining({ dueAt: null })]);
  expect(await world.verify()).toMatchObject({ valid: true });
});

it("does not reverse a capture of an earlier epoch in the present ledger", async () => {
  const payments = reviewed();
  const { world, answers, recover } = payments;
  const { id } = await buy(payments);
  await world.reset();
  answers.review = { kind: "reversed", captureIds: [captureId(id)], reason: "It is gone." };
  world.clock.advance(25 * minute);
  await recover();
  expect((await world.state()).balanceUsd).toBe(0);
  const { docs } = await contentsOf(world.engine.storage, "acme");
  expect(docs.find((doc) => doc.id === id && doc.kind === "proposal")?.body).toMatchObject({
    attention: expect.stringContaining("not in the ledger, because the workspace was reset since."),
  });
  expect(await world.verify()).toMatchObject({ valid: true });
});

it("records a late payment of a released spend, and then looks at that", async () => {
  const payments = reviewed();
  const { world, asked, answers, recover, reviewDocs } = payments;
  answers.pay = { kind: "declined", reason: "It expired." };
  const { id, status } = await buy(payments);
  expect([status, (await world.state()).balanceUsd]).toEqual(["failed", 500]);
  const captures = [{ id: captureId(id), amount: dollars(12) }];
  answers.review = { kind: "paid", captures, reference: "chain-1" };
  world.clock.advance(day);
  await recover();
  await recover();
  const { balanceUsd, proposals } = await world.state();
  expect(balanceUsd).toBe(488);
  expect(proposals.find((one) => one.id === id)).toMatchObject({
    status: "executed",
    capturedUsd: 12,
    attention: "It was paid although it had been released (It expired.).",
  });
  answers.review = { kind: "reversed", captureIds: [captureId(id)], reason: "It is gone." };
  world.clock.advance(25 * minute);
  await recover();
  expect(asked.map(([outcome]) => outcome)).toEqual(["declined", "executed"]);
  expect((await world.state()).balanceUsd).toBe(500);
  expect(await reviewDocs()).toEqual([expect.objectContaining({ dueAt: null })]);
  expect(await world.verify()).toMatchObject({ valid: true });
});

it("looks again at a spend that a person resolved", async () => {
  const payments = reviewed();
  const { world, answers, recover } = payments;
  answers.pay = { kind: "unknown", reason: "No answer." };
  const { id } = await buy(payments);
  const salt = "5a".repeat(16);
  const resolution = { captured: null, reference: null, operator: ada, salt, auditId: salt };
  const command = { ...resolution, proposalId: id, outcome: "paid" } as const;
  await world.run(resolveSpend(command, world.engine.policy));
  answers.review = { kind: "reversed", captureIds: [captureId(id)], reason: "It never arrived." };
  world.clock.advance(25 * minute);
  await recover();
  const { balanceUsd, proposals } = await world.state();
  // A person's record stays until a person corrects it.
  expect(balanceUsd).toBe(488);
  expect(proposals.find((one) => one.id === id)?.attention).toBe(
    "The executor reports that it was not paid: It never arrived.",
  );
});

it.each<[string, Review | Error]>([
  ["a rejection", new Error("The chain is down.")],
  ["an invalid answer", { kind: "reversed" } as unknown as Review],
  ["an answer without captures", { kind: "paid", captures: [], reference: "x" }],
])(
  "asks again after %s, less and less often, and a person after 30 days",
  async (_name, answer) => {
    const payments = reviewed();
    const { world, asked, answers } = payments;
    const { id } = await buy(payments);
    answers.review = answer;
    const recover = () => payments.recover().catch(() => undefined);
    world.clock.advance(25 * minute);
    await recover();
    await recover();
    expect(asked).toHaveLength(1);
    world.clock.advance(minute);
    await recover();
    world.clock.advance(minute);
    await recover();
    expect(asked).toHaveLength(2);
    for (let hour = 0; hour < 31 * 24; hour += 1) {
      world.clock.advance(60 * minute);
      await recover();
    }
    const { proposals, balanceUsd } = await world.state();
    expect(balanceUsd).toBe(488);
    expect(proposals.find((one) => one.id === id)?.attention).toBe(
      "Its payment could not be confirmed. Check with the payee.",
    );
    const { length } = asked;
    world.clock.advance(day);
    await recover();
    expect(asked).toHaveLength(length);
  },
);

it("continues after a crash between the answer and its commit", async () => {
  let isCrashed = false;
  const payments = reviewed({}, (storage) => ({
    ...forwardedStorage(storage),
    commit: async (commits) => {
      if (isCrashed && commits.some(({ entries }) => entries.length > 0)) {
        throw new TreasuryError("storage_error", "The process was killed.");
      }
      return storage.commit(commits);
    },
  }));
  const { world, other, answers } = payments;
  const { id } = await buy(payments);
  answers.review = { kind: "reversed", captureIds: [captureId(id)], reason: "It is gone." };
  world.clock.advance(25 * minute);
  isCrashed = true;
  await payments.recover().catch(() => undefined);
  isCrashed = false;
  expect((await other.state()).balanceUsd).toBe(488);
  world.clock.advance(minute);
  await payments.recover(other);
  expect((await other.state()).balanceUsd).toBe(500);
  expect(await other.verify()).toMatchObject({ valid: true });
});

it("stores nothing for executors without `review`", async () => {
  const world = quotedWorld([quotedExecutor()]);
  const { id } = await world.buy();
  await world.decide(id);
  const { docs } = await contentsOf(world.engine.storage, "acme");
  expect(docs.filter(({ kind }) => kind === reviewKind)).toEqual([]);
});
