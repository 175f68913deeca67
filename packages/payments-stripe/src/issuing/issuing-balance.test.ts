import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { IssuingAccount } from "./issuing-account.fixture.ts";
import { spendOrder } from "./spend-order.fixture.ts";
import { stripeIssuingExecutor } from "./stripe-issuing-executor.ts";

const apiKey = "sk_test_51StandInKey00000000";
const server = setupServer();
const executor = stripeIssuingExecutor({
  apiKey,
  cardholder: "ich_1",
  maximumRetries: 0,
  deliverCard: async () => {},
});
let account: IssuingAccount;
let asked: URLSearchParams[];

beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterAll(() => server.close());
beforeEach(() => {
  account = new IssuingAccount();
  asked = [];
  server.resetHandlers(...account.handlers);
  server.events.removeAllListeners();
  server.events.on("request:start", ({ request }) => {
    asked.push(new URL(request.url).searchParams);
  });
});

it("has the balance in USD that is available to cards", async () => {
  account.availableCents = 12_345;
  expect(await executor.balances?.()).toEqual([{ asset: "USD for cards", amount: 123_450_000n }]);
});

it("moves the captures of all pages, under the ids of the captures", async () => {
  const orders = ["prop_1", "prop_2", "prop_3"].map(spendOrder);
  for (const order of orders) await executor.pay(order);
  account.capture("ic_1", 500);
  account.refund("ic_2", 600);
  account.capture("ic_2", 700);
  account.capture("ic_3", 800);
  // A refund that was taken back.
  account.refund("ic_3", -100);
  const since = Date.now() - 60_000;
  const movements = (await executor.movements?.(since)) ?? [];
  expect(movements).toMatchObject([
    { amount: 5_000_000n, description: "ACME LAMPS" },
    { amount: 7_000_000n },
    { amount: 8_000_000n },
    { amount: 1_000_000n },
  ]);
  const captures = await Promise.all(orders.map((order) => executor.find(order)));
  expect(movements.map(({ id, amount }) => ({ id, amount }))).toEqual(
    captures.flatMap((found) => (found.kind === "executed" ? found.captures : [])),
  );
  const first = asked.find((query) => query.has("created[gte]") && query.has("cardholder"));
  expect(Object.fromEntries(first ?? [])).toMatchObject({
    cardholder: "ich_1",
    "created[gte]": String(Math.floor(since / 1_000)),
  });
});

it("rejects without the secret key when Stripe fails", async () => {
  const failure = { type: "api_error", message: `${apiKey} failed` };
  server.use(
    http.get("https://api.stripe.com/*", () =>
      HttpResponse.json({ error: failure }, { status: 500 }),
    ),
  );
  for (const read of [executor.balances?.(), executor.movements?.(0)]) {
    const error: unknown = await read?.catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "payment_processor_error" });
    expect(String(error)).not.toContain("51StandInKey");
  }
});
