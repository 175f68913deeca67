import type { LanguageModel, ModelMessage, Storage } from "@agent-treasury/provider";
import { StripeStandIn } from "@agent-treasury/sandbox";
import { createTreasury, type Treasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { apiKey } from "./stand-in-account.fixture.ts";
import { stripePayments } from "./stripe-payments.ts";

const server = setupServer();
let stripe: StripeStandIn;
let treasury: Treasury;
let script: string[];
let storage: Storage;

/** A model that echoes its script. */
const model: LanguageModel = {
  specificationVersion: "1",
  provider: "test",
  modelId: "script",
  async *stream(_request: { readonly messages: readonly ModelMessage[] }) {
    yield { kind: "text", text: script.shift() ?? "Done." };
    yield { kind: "finish", reason: "stop" };
  },
} as LanguageModel;

beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterAll(() => server.close());
beforeEach(() => {
  stripe = new StripeStandIn();
  script = [];
  storage = memoryStorage();
  server.resetHandlers(
    http.all("https://api.stripe.com/*", ({ request }) => stripe.handle(request)),
  );
  treasury = createTreasury({
    baseUrl: "https://treasury.example",
    storage,
    payments: { processor: stripePayments({ apiKey, maximumRetries: 0 }) },
    model,
    onFailure: () => {},
  });
});
afterEach(() => treasury.close());

/** Runs a turn in which the model calls this tool, and returns the tool's result and success. */
async function call(name: string, callArguments: object = {}) {
  script = [`<tool_call>${JSON.stringify({ name, arguments: callArguments })}</tool_call>`];
  const { events } = await treasury.runTurn({ workspaceId: "acme", message: "Sell." });
  const [result] = events.flatMap((event) => (event.kind === "tool_result" ? [event] : []));
  return { ok: result?.ok, result: result?.result as Record<string, never> };
}

const report = { title: "A report", amountUsd: 7.5 };

describe("an agent that sells", () => {
  it("creates a Payment Link, and credits each buyer's payment once", async () => {
    const { result: offer } = await call("create_offer", report);
    expect(offer).toMatchObject({ title: "A report", amountUsd: 7.5 });
    stripe.buy(offer["offerId"] ?? "");
    stripe.buy(offer["offerId"] ?? "");
    expect(await call("collect_revenue")).toMatchObject({
      ok: true,
      result: {
        collectedUsd: 15,
        payments: 2,
        creditedBefore: 0,
        revenueUsd: 15,
        complete: true,
        continuation: null,
      },
    });
    expect((await call("collect_revenue")).result).toMatchObject({
      collectedUsd: 0,
      creditedBefore: 2,
    });
    expect(await treasury.state("acme")).toMatchObject({ revenueUsd: 15, depositsUsd: 0 });
  });

  it("creates one offer for repeated calls in one turn", async () => {
    const words = `<tool_call>${JSON.stringify({ name: "create_offer", arguments: report })}</tool_call>`;
    script = [`${words}\n${words}`];
    await treasury.runTurn({ workspaceId: "acme", message: "Sell." });
    const { result } = await call("collect_revenue");
    expect(result["offers"]).toHaveLength(1);
  });

  it("credits a payment of an offer from before a reset", async () => {
    const { result: offer } = await call("create_offer", report);
    await treasury.reset({ workspaceId: "acme" });
    stripe.buy(offer["offerId"] ?? "");
    expect((await call("collect_revenue")).result).toMatchObject({ revenueUsd: 7.5 });
  });

  it("does not request an offer of a test key with a live key", async () => {
    await call("create_offer", report);
    await treasury.reset({ workspaceId: "acme" });
    const asked = stripe.calls.length;
    const live = createTreasury({
      baseUrl: "https://treasury.example",
      storage,
      payments: {
        processor: stripePayments({ apiKey: "sk_live_51Any", maximumRetries: 0 }),
      },
      model,
    });
    treasury = live;
    expect((await call("collect_revenue")).result).toMatchObject({ offers: [], complete: true });
    expect(stripe.calls).toHaveLength(asked);
  });

  it("reads one named offer, and none of another workspace", async () => {
    const { result: first } = await call("create_offer", report);
    const { result: second } = await call("create_offer", { title: "A song", amountUsd: 1 });
    stripe.buy(first["offerId"] ?? "");
    stripe.buy(second["offerId"] ?? "");
    const one = await call("collect_revenue", { offerId: second["offerId"] });
    expect(one.result).toMatchObject({ collectedUsd: 1, revenueUsd: 1 });
    const foreign = await call("collect_revenue", { offerId: "plink_other" });
    expect(foreign.ok).toBe(false);
  });

  it("continues at the next page in the next call", async () => {
    const { result: offer } = await call("create_offer", report);
    for (let sold = 0; sold < 2_050; sold += 1) stripe.buy(offer["offerId"] ?? "");
    const first = await call("collect_revenue");
    expect(first.result).toMatchObject({ payments: 2_000, complete: false });
    const { continuation } = first.result;
    const rest = await call("collect_revenue", { continuation });
    expect(rest.result).toMatchObject({ payments: 50, complete: true, revenueUsd: 15_375 });
  });

  it.each([
    { title: "A report", amountUsd: 0.5 },
    { title: "A report", amountUsd: 7.555 },
    { title: "", amountUsd: 5 },
    { title: "x".repeat(201), amountUsd: 5 },
    { amountUsd: 5 },
  ])("receives an error for %o, without a request to Stripe", async (offer) => {
    const { ok, result } = await call("create_offer", offer);
    expect([ok, typeof result["error"]]).toEqual([false, "string"]);
    expect(stripe.calls).toEqual([]);
  });

  it("receives an error when Stripe fails, and the turn continues", async () => {
    server.resetHandlers(
      http.all("https://api.stripe.com/*", () =>
        HttpResponse.json({ error: { type: "api_error", message: "Away." } }, { status: 503 }),
      ),
    );
    const { ok, result } = await call("create_offer", report);
    expect(ok).toBe(false);
    expect(result["error"]).toContain("Stripe failed: Away");
  });
});
