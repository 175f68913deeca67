import { Micros } from "@agent-treasury/provider";
import { sandboxPayments } from "@agent-treasury/sandbox";
import { createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import type { Express } from "express";
import { afterEach, describe, expect, it } from "vitest";
import { expressVersions, serve } from "./express-apps.fixture.ts";
import { expressHandler } from "./express-handler.ts";

const baseUrl = "https://treasury.example";

describe.each(expressVersions)("%s, with a webhook delivery", (_, express) => {
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    await Promise.all(closers.splice(0).map((close) => close()));
  });

  /** Delivers a paid session to an app with the middleware of `prepare` before the treasury. */
  async function deliver(
    prepare: (app: Express) => void,
  ): Promise<{ readonly status: number; readonly body: unknown; readonly balanceUsd: number }> {
    const payments = sandboxPayments({ baseUrl });
    const treasury = createTreasury({
      baseUrl,
      storage: memoryStorage(),
      payments: { processor: payments },
      onFailure: () => {},
    });
    const app = express();
    prepare(app);
    app.use("/api/service", expressHandler(treasury));
    const { origin, close } = await serve(app);
    closers.push(close, () => treasury.close());
    const sent = await payments.delivery({
      kind: "collected",
      purpose: "deposit",
      workspaceId: "demo",
      checkoutId: "session-1",
      paymentReference: "payment-1",
      amount: Micros.fromCents(8_000),
      currency: "usd",
    });
    const response = await fetch(`${origin}/api/service/treasury/webhook`, {
      method: "POST",
      body: sent.body,
      headers: sent.headers,
    });
    const { balanceUsd } = await treasury.state();
    return { status: response.status, body: await response.json(), balanceUsd };
  }

  const credited = {
    status: 200,
    body: { received: true, outcomes: ["credited"] },
    balanceUsd: 80,
  };

  it("reads its bytes without a parser", async () => {
    expect(await deliver(() => {})).toEqual(credited);
  });

  it("uses the bytes stored by a parser's verify hook", async () => {
    const keep = express.json({
      verify: (request, __, bytes) => {
        Object.assign(request, { rawBody: bytes });
      },
    });
    expect(await deliver((app) => app.use(keep))).toEqual(credited);
  });

  it("uses the bytes of express.raw", async () => {
    expect(await deliver((app) => app.use(express.raw({ type: "*/*" })))).toEqual(credited);
  });

  it("explains how to store the bytes if a parser did not, and credits nothing", async () => {
    for (const parser of [express.json(), express.json({ type: "*/*" })]) {
      const { status, body, balanceUsd } = await deliver((app) => app.use(parser));
      expect([status, balanceUsd]).toEqual([500, 0]);
      expect(body).toMatchObject({
        code: "webhook_body_parsed",
        error: expect.stringContaining("express.json({ verify: (request, _response, bytes)"),
      });
    }
  });
});
