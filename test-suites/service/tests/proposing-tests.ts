import type { ServiceTest } from "../service-test.ts";
import {
  eventsOf,
  fund,
  propose,
  proposeAll,
  readState,
  runTurn,
  spendCall,
  toolCall,
} from "../steps.ts";
import type { TestContext } from "../test-context.ts";

/** The result of a propose_spend call as the model receives it. */
async function resultOf(
  context: TestContext,
  callArguments: object,
): Promise<{ ok?: boolean; told: string }> {
  const { events } = await runTurn(context, [toolCall("propose_spend", callArguments)]);
  const [result] = eventsOf(events, "tool_result");
  const told = context.model.requests.at(-1)?.messages.at(-1)?.content ?? "";
  return { ...(result && { ok: result.ok }), told };
}

/** Proposing spends. */
export const proposingTests: readonly ServiceTest[] = [
  {
    shows: ["open/proposal-identity"],
    name: "POST agent → 200: a repeated call in one turn is the same proposal, another purpose is another one",
    run: async (context) => {
      await fund(context, 100);
      const same = spendCall({ amountUsd: 5 });
      const { events, state } = await runTurn(context, [
        `${same}\n${same}`,
        `${same}\n${spendCall({ amountUsd: 5, purpose: "more pencils" })}`,
      ]);
      const ids = eventsOf(events, "proposal").map(({ proposalId }) => proposalId);
      context.expect([ids.length, new Set(ids).size]).toEqual([4, 2]);
      context.expect([state.expenseUsd, state.proposals.length]).toEqual([10, 2]);
      const later = await propose(context, { amountUsd: 5 });
      context.expect(ids.includes(later.id)).toBe(false);
    },
  },
  {
    shows: ["bad/amounts", "proposal/propose"],
    name: "POST agent → 200: invalid amounts are reported to the model, and propose nothing",
    run: async (context) => {
      const before = await fund(context, 100);
      for (const amountUsd of [
        undefined,
        null,
        "5",
        "NaN",
        true,
        [5],
        0,
        -5,
        1e-7,
        1e9 + 1,
        1e300,
      ]) {
        const { ok, told } = await resultOf(context, {
          amountUsd,
          vendor: "Acme",
          purpose: "pencils",
        });
        context
          .expect([amountUsd, ok, told.includes("amountUsd")])
          .toEqual([amountUsd, false, true]);
      }
      const { events } = await runTurn(context, [
        '<tool_call>{"name": "propose_spend", "arguments": {"amountUsd": 1e309, "vendor": "Acme", "purpose": "x"}}</tool_call>',
        '<tool_call>{"name": "propose_spend", "arguments": {"amountUsd": NaN, "vendor": "Acme", "purpose": "x"}}</tool_call>',
      ]);
      context.expect(eventsOf(events, "proposal")).toEqual([]);
      context.expect(await readState(context)).toEqual(before);
    },
  },
  {
    shows: ["proposal/propose", "bad/nul", "bad/text-length"],
    name: "POST agent → 200: a vendor or purpose that is missing, blank, too long or has U+0000 is reported to the model",
    run: async (context) => {
      const before = await fund(context, 100);
      const spend = { amountUsd: 5, vendor: "Acme", purpose: "pencils" };
      for (const change of [
        { vendor: undefined },
        { vendor: " " },
        { vendor: 7 },
        { vendor: "x".repeat(201) },
        { vendor: "Ac\u0000me" },
        { purpose: undefined },
        { purpose: "" },
        { purpose: "x".repeat(2_001) },
        { purpose: "pen\u0000cils" },
        { category: 7 },
        { category: "x".repeat(101) },
        { category: "\u0000" },
      ]) {
        // U+0000 is rejected when the call is parsed, so that there is no call.
        const { ok = false, told } = await resultOf(context, { ...spend, ...change });
        context.expect([ok, told.includes('"error"')]).toEqual([false, true]);
      }
      context.expect(await readState(context)).toEqual(before);
    },
  },
  {
    shows: ["bad/surrogates"],
    name: "POST agent → 200: the model's lone surrogates are stored as U+FFFD",
    run: async (context) => {
      const { vendor, purpose } = await propose(context, {
        amountUsd: 12,
        vendor: "Ac\ud800me",
        purpose: "\udc00pencils",
      });
      context.expect([vendor, purpose]).toEqual(["Ac\ufffdme", "\ufffdpencils"]);
      const { assistant } = await runTurn(context, ["Half a \ud83d coin, and \u0000."], "acme");
      context
        .expect([assistant.isWellFormed(), assistant.includes("\u0000")])
        .toEqual([true, false]);
    },
  },
  {
    shows: ["open/pending-limit"],
    name: "POST agent → 200: a hundred spends may be pending; the next is rejected and reported to the model",
    run: async (context) => {
      for (let batch = 0; batch < 4; batch += 1) {
        const spends = Array.from({ length: 25 }, (_, index) => ({
          amountUsd: 12,
          purpose: `batch ${batch}, item ${index}`,
        }));
        await proposeAll(context, spends);
      }
      const full = await readState(context);
      context.expect([full.pendingCount, full.proposals.length]).toEqual([100, 100]);
      const { ok, told } = await resultOf(context, {
        amountUsd: 12,
        vendor: "Acme",
        purpose: "more",
      });
      context.expect([ok, told.includes("pending proposals")]).toEqual([false, true]);
      context.expect(await readState(context)).toEqual(full);
    },
  },
  {
    shows: ["open/payment-mode-sticks"],
    name: "POST agent → 200: under another processor than the one that funded it no money is spent",
    run: async (context) => {
      await fund(context, 100);
      await context.restart({ payments: "live" });
      const before = await readState(context);
      const { ok } = await resultOf(context, { amountUsd: 5, vendor: "Acme", purpose: "pencils" });
      context.expect(ok).toBe(false);
      context.expect(await readState(context)).toEqual(before);
    },
  },
];
