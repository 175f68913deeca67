import type { LanguageModel, Storage } from "@agent-treasury/provider";
import { StripeStandIn } from "@agent-treasury/sandbox";
import { createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { stripePayments } from "./stripe-payments.ts";

const apiKey = "sk_test_51GrepForThisKey000000";
const webhookSecret = "whsec_grepForThisSecret00000";
const card = "4242 4242 4242 4242";
const baseUrl = "https://treasury.example";
const stripe = new StripeStandIn();
const server = setupServer(
  http.all("https://api.stripe.com/*", ({ request }) => stripe.handle(request)),
);

beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterAll(() => server.close());

/** All output and all stored data. */
const seen: string[] = [];

function keep(value: unknown): void {
  seen.push(JSON.stringify(value, (_key, part) => (typeof part === "bigint" ? `${part}` : part)));
}

function watched(storage: Storage): Storage {
  return new Proxy(storage, {
    get: (target, name) => {
      const found: unknown = Reflect.get(target, name);
      if (typeof found !== "function") return found;
      return (...given: unknown[]) => {
        if (name === "commit") keep(given);
        return Reflect.apply(found, target, given) as unknown;
      };
    },
  });
}

const calls = [
  '<tool_call>{"name":"create_offer","arguments":{"title":"A report","amountUsd":7}}</tool_call>',
  '<tool_call>{"name":"collect_revenue","arguments":{}}</tool_call>',
  '<tool_call>{"name":"propose_spend","arguments":{"amountUsd":5,"vendor":"Acme","purpose":"paper"}}</tool_call>',
];

function modelThatSays(answers: readonly string[]): LanguageModel {
  const left = [...answers];
  return {
    specificationVersion: "1",
    provider: "test",
    modelId: "script",
    async *stream(request) {
      keep(request.messages);
      yield { kind: "text", text: left.shift() ?? "Done." };
      yield { kind: "finish", reason: "stop" };
    },
  } as LanguageModel;
}

describe("a full run with Stripe", () => {
  it("shows no key, secret or card number in any log, answer, ledger row or prompt", async () => {
    const log = vi.spyOn(console, "error").mockImplementation((...told) => keep(told));
    const treasury = createTreasury({
      baseUrl,
      storage: watched(memoryStorage()),
      payments: { processor: stripePayments({ apiKey, webhookSecret, maximumRetries: 0 }) },
      model: modelThatSays([...calls, "Done.", ...calls]),
      access: "guests",
    });
    const ask = async (path: string, init: RequestInit = {}): Promise<string> => {
      const response = await treasury.handler(new Request(`${baseUrl}/api/service${path}`, init));
      const text = await response.text();
      keep([...response.headers]);
      seen.push(text);
      return text;
    };
    const post = (path: string, body: object): Promise<string> =>
      ask(path, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "content-type": "application/json" },
      });
    const deliver = async (event: object): Promise<string> =>
      ask("/treasury/webhook", {
        method: "POST",
        ...(await stripe.delivery(event as never, webhookSecret)),
      });

    const { id } = JSON.parse(await post("/treasury/deposit", { amountUsd: 100 })) as {
      id: string;
    };
    await deliver(stripe.pay(id));
    await ask(`/treasury/deposit?session_id=${id}`);
    for (const event of stripe.refund(id, 1_000)) await deliver(event);
    await deliver(stripe.dispute(id, 500));
    await post("/agent", { message: "Sell and buy." });
    await ask("/treasury/webhook", { method: "POST", body: `{"secret":"${webhookSecret}"}` });

    const message = `Refused ${apiKey} ${webhookSecret} for card ${card}`;
    server.use(
      http.all("https://api.stripe.com/*", () =>
        HttpResponse.json({ error: { type: "invalid_request_error", message } }, { status: 400 }),
      ),
    );
    await post("/treasury/deposit", { amountUsd: 100 });
    await ask(`/treasury/deposit?session_id=${id}`);
    await deliver(stripe.refund(id, 100)[0]);
    await post("/agent", { message: "Sell again." });
    await treasury.reconcile({ from: new Date(0), to: new Date() }).catch((error: unknown) => {
      keep([String(error), (error as Error).stack]);
    });
    keep(await treasury.state());
    await treasury.close();

    expect(log).toHaveBeenCalled();
    const everything = seen.join("\n");
    // Proof that the run happened.
    for (const sign of ["Refund through stripe", "create_offer", "Stripe refused the request"]) {
      expect(everything).toContain(sign);
    }
    for (const secret of [apiKey, webhookSecret, card, card.replaceAll(" ", "")]) {
      expect(everything).not.toContain(secret);
    }
  });
});
