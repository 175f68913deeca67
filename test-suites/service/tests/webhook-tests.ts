import type { WebhookAnswer } from "@agent-treasury/contract";
import { TreasuryError, Micros } from "@agent-treasury/provider";
import type { SandboxEvent } from "@agent-treasury/sandbox";
import type { ServiceSurface } from "../service-surface.ts";
import type { ServiceTest } from "../service-test.ts";
import { paidSession, readState } from "../steps.ts";
import type { TestContext } from "../test-context.ts";
import type { WireRequest } from "../wire-exchange.ts";
import { post, refuses } from "../wire-requests.ts";

const path = "/api/service/treasury/webhook";

/** Whether a delivery's bytes reach the treasury. */
function keepsBytes({ parsesBodies }: ServiceSurface): boolean {
  return parsesBodies !== true;
}

/** The event of a paid session. */
function collected(sessionId: string, cents: number, workspaceId = "demo"): SandboxEvent {
  return {
    kind: "collected",
    purpose: "deposit",
    workspaceId,
    checkoutId: sessionId,
    paymentReference: `payment_of_${sessionId}`,
    amount: Micros.fromCents(cents),
    currency: "usd",
  };
}

/** The event of a partial refund. */
function refunded(sessionId: string, reversalId: string, cents: number): SandboxEvent {
  return {
    kind: "reversed",
    workspaceId: "demo",
    reversalId,
    paymentReference: `payment_of_${sessionId}`,
    amount: Micros.fromCents(cents),
    currency: "usd",
    reason: "refund",
  };
}

/** The processor's request. */
async function delivery(context: TestContext, event: SandboxEvent): Promise<WireRequest> {
  const { body, headers } = await context.payments.delivery(event);
  return post(path, body, headers);
}

/** Sends a delivery, and returns its outcomes. */
async function outcomes(context: TestContext, event: SandboxEvent): Promise<readonly string[]> {
  const { status, text } = await context.send(await delivery(context, event));
  context.expect([status, text.startsWith('{"received":true,')]).toEqual([200, true]);
  return (JSON.parse(text) as WebhookAnswer).outcomes;
}

/** Deliveries of the payment processor. */
export const webhookTests: readonly ServiceTest[] = [
  {
    shows: ["open/webhook"],
    name: "POST treasury/webhook → 200: a paid session is credited once, and its return is a duplicate",
    by: "wire",
    fits: keepsBytes,
    run: async (context) => {
      const id = await paidSession(context, 80);
      context.expect(await outcomes(context, collected(id, 8_000))).toEqual(["credited"]);
      context.expect(await outcomes(context, collected(id, 8_000))).toEqual(["duplicate"]);
      const state = await readState(context);
      context.expect([state.balanceUsd, state.ledger.length]).toEqual([80, 1]);
    },
  },
  {
    shows: ["open/webhook", "open/parallel-confirmations"],
    name: "POST treasury/webhook → 200: fifty concurrent deliveries and returns credit once",
    fits: keepsBytes,
    run: async (context) => {
      const sessionId = await paidSession(context, 80);
      const request = await delivery(context, collected(sessionId, 8_000));
      await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          index % 2 === 0
            ? context.send(request)
            : context.ok("confirmDeposit", { session_id: sessionId }),
        ),
      );
      const { balanceUsd, ledger } = await readState(context);
      context.expect([balanceUsd, ledger.length]).toEqual([80, 1]);
    },
  },
  {
    shows: ["open/webhook-reversal"],
    name: "POST treasury/webhook → 200: refunds are debited once, before and after their credit",
    by: "wire",
    fits: keepsBytes,
    run: async (context) => {
      const sessionId = await paidSession(context, 80);
      const [early, late] = [refunded(sessionId, "r1", 3_000), refunded(sessionId, "r2", 500)];
      context.expect(await outcomes(context, early)).toEqual(["waiting"]);
      context.expect(await outcomes(context, collected(sessionId, 8_000))).toEqual(["credited"]);
      context.expect(await outcomes(context, late)).toEqual(["reversed"]);
      context.expect(await outcomes(context, early)).toEqual(["duplicate"]);
      context.expect((await readState(context)).balanceUsd).toBe(45);
      await context.ok("resetTreasury", {});
      context.expect(await outcomes(context, refunded(sessionId, "r3", 100))).toEqual(["recorded"]);
      context.expect((await readState(context)).balanceUsd).toBe(0);
    },
  },
  {
    shows: ["open/webhook-signature"],
    name: "POST treasury/webhook → 400: a missing or invalid signature, or a changed body",
    by: "wire",
    fits: keepsBytes,
    run: async (context) => {
      const { body = "", headers = {} } = await delivery(context, collected("any", 8_000));
      for (const request of [
        post(path, body),
        post(path, body, { ...headers, "sandbox-signature": "t=1,v1=00" }),
        post(path, `${String(body)} `, headers),
        post(path, "", headers),
        post(path, undefined, {}),
      ]) {
        await refuses(context, request, "webhook_signature_invalid");
      }
      context.expect((await readState(context)).balanceUsd).toBe(0);
    },
  },
  {
    shows: ["open/webhook-body"],
    name: "POST treasury/webhook → 500: a body parser came first, and the error describes how to mount it",
    by: "wire",
    fits: (surface) => !keepsBytes(surface),
    run: async (context) => {
      const request = await delivery(context, collected("any", 8_000));
      await refuses(context, request, "webhook_body_parsed");
      const { status, text } = await context.send(request);
      context.expect([status, text.includes("express.json({ verify")]).toEqual([500, true]);
      context.expect((await readState(context)).balanceUsd).toBe(0);
    },
  },
  {
    shows: ["open/webhook-nothing", "open/currency"],
    name: "POST treasury/webhook → 200: other currencies and impossible workspaces are ignored",
    by: "wire",
    fits: keepsBytes,
    run: async (context) => {
      const payment = collected("any", 8_000);
      for (const event of [
        { ...payment, currency: "eur" },
        { ...payment, workspaceId: "a/b" },
        { ...payment, workspaceId: " demo" },
        { ...payment, amount: Micros.fromCents(0) },
      ]) {
        context.expect(await outcomes(context, event)).toEqual(["ignored"]);
      }
      context.expect((await readState(context)).balanceUsd).toBe(0);
    },
  },
  {
    shows: ["open/webhook-again"],
    name: "POST treasury/webhook → 500 and 409: a delivery that could not be applied counts when it is sent again",
    by: "wire",
    fits: keepsBytes,
    run: async (context) => {
      const payment = collected("first", 8_000);
      const request = await delivery(context, payment);
      context.storage.failNext("commit", new TreasuryError("storage_error", "The disk is full."));
      await refuses(context, request, "storage_error");
      context.expect(await outcomes(context, payment)).toEqual(["credited"]);
      await context.restart({ payments: "test" });
      const other = collected("second", 500);
      await refuses(context, await delivery(context, other), "payment_mode_changed");
      await context.ok("resetTreasury", {});
      context.expect(await outcomes(context, other)).toEqual(["credited"]);
    },
  },
  {
    shows: ["access/webhook"],
    name: "POST treasury/webhook → 200: with live money, without sign-in, and with a foreign Host and Origin",
    by: "wire",
    fits: keepsBytes,
    setup: { payments: "live", options: { accessRules: "unsaid" } },
    run: async (context) => {
      const request = await delivery(context, collected("any", 8_000));
      const headers = {
        ...request.headers,
        host: "hooks.example",
        origin: "https://hooks.example",
      };
      const { status, text } = await context.send({ ...request, headers });
      context.expect([status, text]).toEqual([200, '{"received":true,"outcomes":["credited"]}']);
    },
  },
  {
    shows: ["open/webhook-signature"],
    name: "POST treasury/webhook → 400: no processor is connected",
    by: "wire",
    fits: keepsBytes,
    setup: { payments: "none" },
    run: async (context) => {
      await refuses(context, post(path, "{}"), "payments_not_connected");
    },
  },
  {
    shows: ["open/wrong-method"],
    name: "GET treasury/webhook → 405: with allow",
    by: "wire",
    run: async (context) => {
      const { status, headers } = await context.send({ path });
      context.expect([status, headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
    },
  },
];
