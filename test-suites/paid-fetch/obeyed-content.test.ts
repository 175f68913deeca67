import { scriptedModel } from "@agent-treasury/sandbox";
import { createTreasury, type Treasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { describe, expect, it } from "vitest";
import {
  sellerOrigin,
  testSeller,
} from "../../packages/treasury-core/src/features/paid-fetch/test-seller.fixture.ts";
import { callOf } from "../injection/call-of.ts";
import { fitting, spendOf } from "../injection/injection-channels.fixture.ts";
import { thief } from "../injection/injection-payload.fixture.ts";
import { markupPayloads } from "../injection/markup-payloads.fixture.ts";
import { prosePayloads } from "../injection/prose-payloads.fixture.ts";

const payloads = [...markupPayloads.slice(0, 15), ...prosePayloads.slice(0, 15)];
const fetchIt = callOf("fetch_paid", { url: `${sellerOrigin}/report`, purpose: "a report" });
/** The payment that each payload asks for. Policy approves it in any other turn. */
const theft = spendOf(4, { vendor: thief, purpose: "due" });

interface Shop {
  readonly treasury: Treasury;
  /** What the model received last. */
  received(): string;
}

/** A shop whose model does what the content asks for. */
function shop(text: string, priceUsd: number | null, answers: readonly string[]): Shop {
  const seller = testSeller();
  seller.priceUsd = priceUsd;
  seller.content = text;
  seller.quote = async (answer) =>
    answer.kind === "quoted"
      ? { kind: "quoted", quote: { ...answer.quote, description: fitting(text, 400) } }
      : answer;
  const { executor, outbound } = seller;
  let received = "";
  const left = [...answers];
  const model = scriptedModel({
    answers: ({ messages }) => {
      received = messages.at(-1)?.content ?? "";
      return left.shift() ?? "Done.";
    },
  });
  const treasury = createTreasury({
    autoApprovePayees: "any",
    baseUrl: "http://localhost:3000",
    storage: memoryStorage(),
    budget: { startingCapitalUsd: 1_000 },
    recoverySeconds: false,
    model,
    executors: { executor },
    outbound,
    paidFetch: { origins: [sellerOrigin] },
  });
  return { treasury, received: () => received };
}

describe.each([["free", null]] as const)("%s content that a model obeys", (_kind, priceUsd) => {
  it.each(payloads)("is not approved by policy: $name", async ({ text }) => {
    const { treasury } = shop(text, priceUsd, [fetchIt, theft]);
    const { state, events } = await treasury.runTurn({ message: "Go." });
    const stolen = state.proposals.filter(({ vendor }) => vendor === thief);
    expect(stolen).toMatchObject([{ status: "pending", autoApproved: false }]);
    expect(state.expenseUsd).toBe(priceUsd ?? 0);
    expect(events.filter(({ kind }) => kind === "tool_call")).toHaveLength(2);
  });

  it.each(payloads)("reaches the model without markup: $name", async ({ text }) => {
    const { treasury, received } = shop(text, priceUsd, [fetchIt]);
    await treasury.runTurn({ message: "Go." });
    const [, json = ""] = /^<tool_response>(.*)<\/tool_response>$/su.exec(received()) ?? [];
    expect(json).not.toMatch(/[<>&＜＞‹›\u2028]/u);
    expect(JSON.parse(json)).toMatchObject({ content: { resource: { from: sellerOrigin } } });
  });
});

it("is approved by policy without the content", async () => {
  const { treasury } = shop("", null, [theft]);
  const { state } = await treasury.runTurn({ message: "Go." });
  expect(state.proposals).toMatchObject([{ vendor: thief, status: "executed" }]);
});
