import type { RefundCase } from "@agent-treasury/contract";
import { isTreasuryError, type Micros, type PaymentExecutor } from "@agent-treasury/provider";
import { amountFromUsd } from "@agent-treasury/provider/helpers";
import { describe, expect, it } from "vitest";
import type { TreasuryEvent } from "../../index.ts";
import { agentWorld, bearer } from "../external-agents/agent-world.fixture.ts";
import { sellerOrigin, testSeller } from "../paid-fetch/test-seller.fixture.ts";
import {
  answer,
  day,
  minute,
  refunded,
  type RefundWorld,
  refundWorld,
} from "./refund-world.fixture.ts";

const workspaceId = "acme";

async function codeOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => "done",
    (error: unknown) => (isTreasuryError(error) ? error.code : String(error)),
  );
}

async function casesOf({ treasury }: RefundWorld): Promise<readonly RefundCase[]> {
  return (await treasury.refunds.list({ workspaceId })).cases;
}

/** A purchase that delivered nothing, with its open case. */
async function lost(world = refundWorld()) {
  world.delivers = null;
  const proposalId = await world.buy();
  await world.pass(6 * minute);
  return { world, proposalId, request: { workspaceId, proposalId } };
}

describe("a paid request", () => {
  it.each([
    ["what was offered", answer(200, "text/plain; charset=utf-8"), null],
    ["nothing", null, "nothing_delivered"],
    ["an error", answer(500, "text/plain"), "error_delivered"],
    ["another type of content", answer(200, "text/html"), "other_content"],
  ] as const)("that delivered %s", async (_what, delivers, reason) => {
    const events: TreasuryEvent[] = [];
    const world = refundWorld({ hooks: { event: (event) => void events.push(event) } });
    world.delivers = delivers;
    const proposalId = await world.buy();
    await world.pass(4 * minute);
    expect(await casesOf(world)).toEqual([]);
    await world.pass(2 * minute);
    await world.pass(day);
    const cases = await casesOf(world);
    expect(cases.map((one) => [one.proposalId, one.reason, one.isOpen])).toEqual(
      reason === null ? [] : [[proposalId, reason, true]],
    );
    expect((await world.treasury.verify(workspaceId)).valid).toBe(true);
    await world.treasury.close();
    const opened = events.filter(({ kind }) => kind === "refundCaseOpened");
    expect(opened).toMatchObject(reason === null ? [] : [{ proposal: { id: proposalId } }]);
  });

  it("is looked at once its payment has ended, also by another process", async () => {
    const world = refundWorld();
    world.delivers = null;
    await world.buy();
    world.clock.advance(6 * minute);
    await Promise.all([world.open().recover(), world.open().recover()]);
    expect(await casesOf(world)).toMatchObject([{ reason: "nothing_delivered" }]);
    expect((await casesOf(world))[0]?.steps).toHaveLength(1);
  });

  it("opens no case if the payee received nothing", async () => {
    const failure = "The transfer failed on the chain, which took its fee.";
    const captures = [{ id: "fee", amount: 1_000n as Micros }];
    const world = refundWorld(
      {},
      { pay: async () => ({ kind: "executed", captures, reference: "0x1", failure }) },
    );
    const proposalId = await world.buy();
    await world.pass(6 * minute);
    expect(await casesOf(world)).toEqual([]);
    const { proposal } = await world.treasury.proposal({ workspaceId, proposalId });
    expect(proposal).toMatchObject({
      status: "executed",
      attention: `Only costs were paid, and the payee received nothing: ${failure}`,
    });
    const opened = { workspaceId, proposalId, reason: "other" } as const;
    expect(await codeOf(world.treasury.refunds.open(opened))).toBe("refund_case_closed");
  });
});

describe("a refund case", () => {
  it("asks for what was paid, without a payment that was undone", async () => {
    const another = { captures: [{ id: "another", amount: 1_500_000n as Micros }] };
    const world = refundWorld(
      {},
      {
        reviewAfterMs: { executed: 25 * minute, declined: day },
        review: async (_order, _outcome, captureIds) =>
          captureIds.includes("another")
            ? { kind: "final" }
            : {
                kind: "reversed",
                captureIds,
                reason: "The amount changed.",
                replacedBy: { ...another, reference: "payment 2" },
              },
      },
    );
    const { request } = await lost(world);
    await world.pass(25 * minute);
    const { letter, case: found } = await world.treasury.refunds.read(request);
    expect(found).toMatchObject({ paidUsd: 1.5, refundedUsd: 0 });
    expect(letter).toContain("We paid $1.50 on");
    expect(letter).toContain("Please return $1.50,");
    world.refunds.set("back", refunded("refund 1", 1.5));
    const refund = { ...request, reference: "back", operator: "Ada" };
    expect((await world.treasury.refunds.record(refund)).case).toMatchObject({
      isOpen: false,
      outcome: "refunded",
    });
    expect((await world.treasury.verify(workspaceId)).valid).toBe(true);
  });

  it("names the signer of the seller's offer and receipt", async () => {
    const world = refundWorld();
    const signer = `0x${"5e".repeat(20)}`;
    const offer = { signer, isPayee: false, text: "{}" };
    const receipt = { signer: null, isPayee: false, text: "{}" };
    world.delivers = { ...answer(500, "text/plain"), signed: { offer, receipt } };
    const proposalId = await world.buy();
    await world.pass(6 * minute);
    const { letter, case: found } = await world.treasury.refunds.read({ workspaceId, proposalId });
    expect(letter).toContain(`The offer was signed by ${signer}.`);
    expect(letter).not.toContain("A receipt of the payment");
    expect(Object.keys(found.delivered ?? {})).toEqual(["status", "contentType", "bytes", "at"]);
  });

  it("has what a person can send", async () => {
    const { world, request } = await lost();
    const { letter, dispute } = await world.treasury.refunds.read(request);
    expect(letter).toContain("We paid $2.00");
    expect(letter).toContain("Nothing was delivered.");
    expect(dispute).toMatchObject({ reason: "not_received" });
    expect(Date.parse(dispute?.until ?? "")).toBe(world.clock.now() - 6 * minute + 110 * day);
  });

  it("is opened by an agent for its own payment only", async () => {
    const world = refundWorld();
    const { token } = await world.issue();
    const proposalId = await world.buy();
    const body = { workspaceId, proposalId, reason: "other", note: "It is empty." };
    const route = "POST /treasury/refund-cases";
    expect(await world.send(route, bearer(token), body)).toMatchObject({ status: 404 });
    const url = `${sellerOrigin}/own`;
    const bought = await world.send("POST /treasury/paid-requests", bearer(token), {
      workspaceId,
      url,
      purpose: "x",
    });
    const own = { ...body, proposalId: bought.body.proposal?.id };
    expect(await world.send(route, bearer(token), own)).toMatchObject({
      status: 200,
      body: { case: { reason: "other", steps: [{ by: "buyer", text: "It is empty." }] } },
    });
  });

  it("of a payment that was not made, or is too old, is refused", async () => {
    const { world, request } = await lost();
    const { proposal } = await world.treasury.propose({
      workspaceId,
      amountUsd: 900,
      vendor: "Acme",
      purpose: "x",
    });
    const other = { workspaceId, proposalId: proposal.id, reason: "other" } as const;
    expect(await codeOf(world.treasury.refunds.open(other))).toBe("refund_case_closed");
    await world.pass(120 * day);
    const again = { ...request, reason: "other" } as const;
    expect(await codeOf(world.treasury.refunds.open(again))).toBe("refund_case_closed");
  });

  it("ends after 120 days, whatever happened", async () => {
    const { world, request } = await lost();
    await world.treasury.refunds.update({ ...request, step: "refund_requested", operator: "Ada" });
    await world.pass(119 * day);
    expect((await casesOf(world))[0]?.isOpen).toBe(true);
    await world.pass(2 * day);
    expect(await casesOf(world)).toMatchObject([{ isOpen: false, outcome: "expired" }]);
    await world.pass(day);
    expect((await casesOf(world))[0]?.steps.map(({ kind }) => kind)).toEqual([
      "opened",
      "refund_requested",
      "expired",
    ]);
  });

  it("can be opened again while it may bring something", async () => {
    const { world, request } = await lost();
    await world.treasury.refunds.update({ ...request, step: "withdrawn", operator: "Ada" });
    const closed = world.treasury.refunds.update({ ...request, step: "disputed", operator: "Ada" });
    expect(await codeOf(closed)).toBe("refund_case_closed");
    const { case: again } = await world.treasury.refunds.open({ ...request, reason: "late" });
    expect(again).toMatchObject({ isOpen: true, reason: "late", outcome: null });
    expect(again.steps.map(({ kind }) => kind)).toEqual(["opened", "withdrawn", "opened"]);
  });

  it.each(["delivered", "refused", "withdrawn"] as const)(
    "ends once by the step %s, which a client repeats if its answer is lost",
    async (step) => {
      const { world, request } = await lost();
      const update = { ...request, step, operator: "Ada" };
      const { case: before } = await world.treasury.refunds.update(update);
      const { case: again } = await world.treasury.refunds.update(update);
      expect(again).toEqual(before);
      expect(again).toMatchObject({ isOpen: false, outcome: step });
    },
  );

  it("loses its texts in an erasure, and can still end", async () => {
    const { world, request } = await lost();
    const note = "Mallory wrote to us.";
    await world.treasury.refunds.update({ ...request, step: "disputed", note, operator: "Ada" });
    await world.treasury.eraseText({ workspaceId, operator: "Ada" });
    expect(JSON.stringify(await casesOf(world))).not.toMatch(/Mallory|"Ada"/);
    expect(await codeOf(world.treasury.refunds.askAgain(request))).toBe("refund_case_closed");
    const refund = { ...request, reference: "re_1", operator: "Ada" };
    world.refunds.set("re_1", refunded("re_1", 2));
    expect((await world.treasury.refunds.record(refund)).case.outcome).toBe("refunded");
  });

  it("loses texts that were added after an earlier erasure of the spend", async () => {
    const { world, request } = await lost();
    await world.treasury.eraseText({ workspaceId, operator: "Ada" });
    const note = "Mallory wrote to us.";
    await world.treasury.refunds.update({ ...request, step: "disputed", note, operator: "Ada" });
    const moment = new Date(world.clock.now());
    await world.treasury.eraseText({ workspaceId, operator: "Ada", before: moment });
    expect(JSON.stringify(await casesOf(world))).toContain("Mallory");
    await world.treasury.eraseText({ workspaceId, operator: "Ada" });
    expect(JSON.stringify(await casesOf(world))).not.toMatch(/Mallory|"Ada"/);
  });
});

describe("another request to the seller", () => {
  it("delivers what was paid, and pays nothing", async () => {
    const { world, request } = await lost();
    world.delivers = answer(200, "text/plain", "Rain");
    const { case: delivered } = await world.treasury.refunds.askAgain(request);
    expect(delivered).toMatchObject({ outcome: "delivered", paidUsd: 2, refundedUsd: 0 });
    const resource = await world.treasury.readResource(request);
    expect(new TextDecoder().decode(resource.body)).toBe("Rain");
    expect(world.paid.map(({ proposalId, payload }) => [proposalId, payload])).toEqual([
      [request.proposalId, { signature: "0x01" }],
      [request.proposalId, { signature: "0x01" }],
    ]);
    const { ledger, balanceUsd } = await world.treasury.state(workspaceId);
    expect([ledger.length, balanceUsd]).toEqual([1, 998]);
    expect((await world.treasury.verify(workspaceId)).valid).toBe(true);
  });

  it("replaces a stored error, and a worse answer replaces nothing", async () => {
    const world = refundWorld();
    world.delivers = answer(500, "text/plain", "Broken");
    const request = { workspaceId, proposalId: await world.buy() };
    await world.pass(6 * minute);
    world.delivers = answer(502, "text/plain", "Still broken");
    const { case: open } = await world.treasury.refunds.askAgain(request);
    expect(open).toMatchObject({ isOpen: true, delivered: { status: 500 } });
    expect(open.steps.at(-1)).toMatchObject({
      kind: "asked_again",
      text: "The seller answered 502, text/plain, 12 bytes.",
    });
    world.delivers = answer(200, "text/plain", "Mended");
    await world.treasury.refunds.askAgain(request);
    expect(await casesOf(world)).toMatchObject([
      { outcome: "delivered", delivered: { status: 200 } },
    ]);
  });

  it("is refused while the spend is frozen", async () => {
    const { world, request } = await lost();
    await world.treasury.freezes.freeze({ workspaceId, scope: "workspace", operator: "Ada" });
    expect(await codeOf(world.treasury.refunds.askAgain(request))).toBe("frozen");
    expect(world.paid).toHaveLength(1);
  });

  it("is not presented unless the seller recognises the payment", async () => {
    const { world, request } = await lost();
    world.isRepeatable = false;
    const { case: open } = await world.treasury.refunds.askAgain(request);
    expect(open.steps.at(-1)?.text).toMatch(/cannot recognise/);
    expect(world.paid).toHaveLength(1);
  });

  it("is made by one of several processes", async () => {
    const { world, request } = await lost();
    const asked = [world.treasury, world.open(), world.open()].map(({ refunds }) =>
      codeOf(refunds.askAgain(request)),
    );
    expect((await Promise.all(asked)).toSorted()).toEqual([
      "done",
      "refund_case_busy",
      "refund_case_busy",
    ]);
    expect(world.paid).toHaveLength(2);
  });
});

/** A payment without a quote, whose case a person opened. */
async function caseOfCard(changes: Partial<PaymentExecutor>) {
  const executor = { ...testSeller().executor, needsQuote: false, ...changes };
  const { treasury } = agentWorld({ executors: { executor } });
  const spend = { workspaceId, agentId: "buyer", amountUsd: 5, vendor: "Acme", purpose: "paper" };
  const { proposal } = await treasury.propose(spend);
  const request = { workspaceId, proposalId: proposal.id };
  await treasury.refunds.open({ ...request, reason: "other" });
  const refund = { ...request, reference: "note 7", amountUsd: 5, operator: "Ada" };
  return { treasury, request, record: () => codeOf(treasury.refunds.record(refund)) };
}

describe("a refund", () => {
  it("counts once, by the rail's id, however it is named", async () => {
    const { world, request } = await lost();
    world.refunds.set("0xAB", refunded("transfer 1", 2));
    world.refunds.set("0xab", refunded("transfer 1", 2));
    const record = (reference: string) =>
      world.treasury.refunds.record({ ...request, reference, operator: "Ada" });
    expect((await record("0xAB")).case).toMatchObject({ outcome: "refunded", refundedUsd: 2 });
    expect((await record("0xab")).case.refundedUsd).toBe(2);
    const { balanceUsd, expenseUsd, spentTodayUsd } = await world.treasury.state(workspaceId);
    // A refund lowers no usage of limits.
    expect([balanceUsd, expenseUsd, spentTodayUsd]).toEqual([1000, 0, 2]);
    expect((await world.treasury.verify(workspaceId)).valid).toBe(true);
  });

  it("of one payment is no refund of another, also in another workspace", async () => {
    const { world, request } = await lost();
    const second = { workspaceId, proposalId: await world.buy() };
    const elsewhere = { workspaceId: "beta", proposalId: await world.buy("beta") };
    await world.pass(6 * minute);
    world.refunds.set("0x1", refunded("transfer 1", 2));
    const record = (of: typeof request) =>
      codeOf(world.treasury.refunds.record({ ...of, reference: "0x1", operator: "Ada" }));
    expect(await record(request)).toBe("done");
    expect(await record(second)).toBe("refund_not_found");
    expect(await record(elsewhere)).toBe("refund_not_found");
    expect((await world.treasury.state(workspaceId)).balanceUsd).toBe(998);
    expect((await world.treasury.state("beta")).balanceUsd).toBe(998);
  });

  it("counts once, also where executors of two rails have one account", async () => {
    const { world, request } = await lost();
    const provider = "other_rail";
    const { executor } = testSeller();
    const other = refundWorld(
      { storage: world.storage },
      {
        provider,
        quote: async (...asked) => {
          const quoted = await executor.quote?.(...asked);
          if (quoted?.kind !== "quoted") throw new Error("The seller has no price.");
          return { ...quoted, quote: { ...quoted.quote, rail: provider } };
        },
      },
    );
    const elsewhere = { workspaceId: "beta", proposalId: await other.buy("beta") };
    await other.treasury.refunds.open({ ...elsewhere, reason: "other" });
    const record = ({ treasury }: RefundWorld, of: typeof request) =>
      codeOf(treasury.refunds.record({ ...of, reference: "0x1", operator: "Ada" }));
    for (const { refunds } of [world, other]) refunds.set("0x1", refunded("transfer 1", 2));
    expect(await record(world, request)).toBe("done");
    expect(await record(other, elsewhere)).toBe("refund_not_found");
    expect((await world.treasury.state("beta")).balanceUsd).toBe(998);
  });

  it("that a payment cannot take is still one of another payment", async () => {
    const { world, request } = await lost();
    const second = { workspaceId, proposalId: await world.buy() };
    await world.pass(6 * minute);
    world.refunds.set("part", refunded("transfer 1", 1));
    world.refunds.set("whole", refunded("transfer 2", 2));
    const record = (of: typeof request, reference: string) =>
      codeOf(world.treasury.refunds.record({ ...of, reference, operator: "Ada" }));
    expect(await record(request, "part")).toBe("done");
    expect(await record(request, "whole")).toBe("refund_not_found");
    expect(await record(second, "whole")).toBe("done");
    expect((await world.treasury.state(workspaceId)).balanceUsd).toBe(999);
  });

  it("of a rail that reports refunds itself waits for its report", async () => {
    const { treasury, request, record } = await caseOfCard({ notices: async () => [] });
    expect(await record()).toBe("invalid_request");
    const refunds = [{ id: "ipi_1", amount: amountFromUsd(5, "refund") }];
    await treasury.recordSpendNotice({ kind: "refunded", ...request, refunds });
    expect((await treasury.state(workspaceId)).balanceUsd).toBe(1000);
  });

  it("is looked up also if a person opened the case", async () => {
    const reason = "There is no such refund.";
    const { record } = await caseOfCard({ findRefund: async () => ({ kind: "none", reason }) });
    expect(await record()).toBe("refund_not_found");
  });

  it("arrives in parts, and never exceeds what was paid", async () => {
    const { world, request } = await lost();
    const record = (reference: string, amountUsd?: number) =>
      world.treasury.refunds.record({
        ...request,
        reference,
        operator: "Ada",
        ...(amountUsd !== undefined && { amountUsd }),
      });
    world.refunds.set("a", refunded("a", 1.5));
    world.refunds.set("b", refunded("b", 1));
    world.refunds.set("c", refunded("c", 0.5));
    expect((await record("a", 1.5)).case).toMatchObject({ isOpen: true, refundedUsd: 1.5 });
    expect(await codeOf(record("b"))).toBe("refund_not_found");
    expect(await codeOf(record("c", 0.4))).toBe("refund_not_found");
    expect((await record("c")).case).toMatchObject({ outcome: "refunded", refundedUsd: 2 });
  });

  it.each([
    ["that the rail does not know", undefined],
    ["that is not final", { kind: "pending", reason: "Its block is not final." }],
  ] as const)("%s is refused, and changes nothing", async (_what, finding) => {
    const { world, request } = await lost();
    if (finding !== undefined) world.refunds.set("0x1", finding);
    const record = { ...request, reference: "0x1", amountUsd: 2, operator: "Ada" };
    expect(await codeOf(world.treasury.refunds.record(record))).toBe("refund_not_found");
    expect((await world.treasury.state(workspaceId)).balanceUsd).toBe(998);
    world.refunds.set("0x1", refunded("0x1", 2));
    expect(await codeOf(world.treasury.refunds.record(record))).toBe("done");
  });

  it("of a spend of the ledger is stated by a person", async () => {
    const world = agentWorld();
    const spend = { workspaceId, agentId: "buyer", amountUsd: 5, vendor: "Acme", purpose: "paper" };
    const { proposal } = await world.treasury.propose(spend);
    const request = { workspaceId, proposalId: proposal.id };
    await world.treasury.refunds.open({ ...request, reason: "other", note: "Wrong size." });
    const refund = { ...request, reference: "credit note 7", operator: "Ada" };
    expect(await codeOf(world.treasury.refunds.record(refund))).toBe("invalid_request");
    const { case: closed } = await world.treasury.refunds.record({ ...refund, amountUsd: 5 });
    expect(closed).toMatchObject({ outcome: "refunded", refundedUsd: 5 });
    expect((await world.treasury.state(workspaceId)).balanceUsd).toBe(1000);
  });
});
