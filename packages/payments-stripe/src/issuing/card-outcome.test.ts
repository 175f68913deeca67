import { setupServer } from "msw/node";
import type { Stripe } from "stripe";
import { afterAll, beforeAll, expect, it } from "vitest";
import { IssuingAccount } from "./issuing-account.fixture.ts";
import { spendOrder } from "./spend-order.fixture.ts";
import { stripeIssuingExecutor } from "./stripe-issuing-executor.ts";

const account = new IssuingAccount();
const server = setupServer(...account.handlers);

beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterAll(() => server.close());

it("is not unused when its payment is captured between two requests", async () => {
  const executor = stripeIssuingExecutor({
    apiKey: "sk_test_51StandInKey00000000",
    cardholder: "ich_1",
    maximumRetries: 0,
    deliverCard: async () => {},
  });
  const order = spendOrder("prop_1");
  await executor.pay(order);
  account.close("ic_1");
  const card = account.card("ic_1");
  const authorization = { id: "iauth_1", card, status: "pending" };
  account.authorizations.push(authorization as Stripe.Issuing.Authorization);
  account.afterListing = () => {
    account.authorizations.length = 0;
    account.capture("ic_1", 3_000);
  };
  const captures = [{ amount: 30_000_000n }];
  expect(await executor.find(order)).toMatchObject({ kind: "in_progress", captures });
  expect(await executor.find(order)).toMatchObject({ kind: "executed", captures });
});
