import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type TreasuryError, isTreasuryError } from "@agent-treasury/provider";
import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { apiKey } from "./stand-in-account.fixture.ts";
import { stripeFailure } from "./stripe-failure.ts";
import { session } from "./stripe-objects.fixture.ts";
import { stripePayments } from "./stripe-payments.ts";

const server = setupServer();
const address = "https://api.stripe.com/v1/checkout/sessions/cs_test_1";
beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterAll(() => server.close());
afterEach(() => server.resetHandlers());

async function failureOf(options = {}): Promise<TreasuryError> {
  try {
    await stripePayments({ apiKey, maximumRetries: 0, ...options }).readCheckout("cs_test_1");
  } catch (error) {
    if (isTreasuryError(error)) return error;
    throw error;
  }
  throw new Error("Stripe should have failed.");
}

function answers(status: number, error: object): void {
  server.use(
    http.get(address, () =>
      HttpResponse.json({ error }, { status, headers: { "request-id": "req_17" } }),
    ),
  );
}

describe("an answer that is not a session", () => {
  it.each([
    [401, { type: "invalid_request_error" }, "check STRIPE_SECRET_KEY"],
    [403, { type: "invalid_request_error", message: "needs checkout_session_read" }, "permission"],
    [404, { type: "invalid_request_error", message: "No such session" }, "No such session"],
    [429, { type: "rate_limit_error" }, "rate limit was reached"],
    [400, { type: "idempotency_error" }, "idempotency key"],
    [402, { type: "card_error", message: "Your card was declined." }, "declined"],
    [500, { type: "api_error", message: "Something broke" }, "Something broke"],
  ])("with status %i and %o is a 500 with a remedy and the request's number", async (...row) => {
    const [status, error, words] = row;
    answers(status, error);
    const failure = await failureOf();
    expect([failure.code, failure.status]).toEqual(["payment_processor_error", 500]);
    expect(failure.message).toContain(words);
    expect(failure.message).toContain("(req_17)");
  });

  it("is reported without the key, a card's number or the SDK's error", async () => {
    const message = `Invalid API Key provided: ${apiKey} for card 4242 4242 4242 4242`;
    answers(400, { type: "invalid_request_error", message });
    const failure = await failureOf();
    const told = JSON.stringify([failure.message, failure.stack, failure.cause]);
    expect(told).not.toContain(apiKey);
    expect(told).not.toContain("4242 4242");
    expect(failure.cause).toEqual({
      type: "StripeInvalidRequestError",
      code: undefined,
      statusCode: 400,
      requestId: "req_17",
    });
  });

  it("is a broken connection when there is no answer", async () => {
    server.use(http.get(address, () => HttpResponse.error()));
    expect((await failureOf()).message).toContain("could not be reached");
  });

  it("is limited by the timeout", async () => {
    const silent = createServer(() => {});
    silent.listen(0, "127.0.0.1");
    await once(silent, "listening");
    const apiUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    server.close();
    const { message } = await failureOf({ timeoutSeconds: 0.05, apiUrl });
    server.listen({ onUnhandledFrame: "error" });
    silent.closeAllConnections();
    silent.close();
    expect(message).toContain("did not answer in time");
  });

  it.each([200, 502])("is an error for other JSON with status %i", async (status) => {
    server.use(http.get(address, () => HttpResponse.json({ hello: "world" }, { status })));
    expect((await failureOf()).message).toContain("Check STRIPE_API_URL");
  });

  it("is retried up to the limit", async () => {
    let asked = 0;
    server.use(
      http.get(address, () => {
        asked += 1;
        return HttpResponse.error();
      }),
    );
    await failureOf({ maximumRetries: 2 });
    expect(asked).toBe(3);
  });

  it("is rejected when its mode differs from the `mode` option", async () => {
    server.use(http.get(address, () => HttpResponse.json(session({ livemode: true }))));
    expect((await failureOf()).message).toContain("live mode");
  });
});

describe("an answer of Stripe's that repeats the key", () => {
  const secret = "Zq7Kx93mVtLw0RbYn5Hd";

  it.each([
    encodeURIComponent(Array.from(secret).join("-")),
    btoa(secret),
    `${secret.slice(0, 10)}...`,
    `${"x".repeat(295)} ${secret}`,
  ])("is reported without it: %s", (echo) => {
    const error = Object.assign(new Error(`No such key: ${echo}`), {
      type: "StripeInvalidRequestError",
      code: secret,
      requestId: secret,
    });
    const failure = stripeFailure(error, secret);
    expect(failure.cause).toEqual({ type: "StripeInvalidRequestError" });
    expect(`${failure.message} ${JSON.stringify(failure.cause)}`).not.toMatch(/Zq7|93mV|WnE3/);
  });
});
