import type { WebhookAnswer } from "@agent-treasury/contract";
import { TreasuryError, Micros } from "@agent-treasury/provider";
import type { SandboxEvent } from "@agent-treasury/sandbox";
import type { Scene } from "../scene.ts";
import type { ServiceSurface } from "../service-surface.ts";
import type { ServiceTest } from "../service-test.ts";
import { paidSession, readState } from "../steps.ts";
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
async function delivery(scene: Scene, event: SandboxEvent): Promise<WireRequest> {
  const { body, headers } = await scene.payments.delivery(event);
  return post(path, body, headers);
}

/** Sends a delivery, and returns its outcomes. */
async function outcomes(scene: Scene, event: SandboxEvent): Promise<readonly string[]> {
  const { status, text } = await scene.send(await delivery(scene, event));
  scene.expect([status, text.startsWith('{"received":true,')]).toEqual([200, true]);
  return (JSON.parse(text) as WebhookAnswer).outcomes;
}

/** Deliveries of the payment processor. */
export const webhookTests: readonly ServiceTest[] = [
  {
    shows: ["open/webhook"],
    name: "POST treasury/webhook → 200: a paid session is credited once, and its return is a duplicate",
    by: "wire",
    fits: keepsBytes,
    run: async (scene) => {
      const id = await paidSession(scene, 80);
      scene.expect(await outcomes(scene, collected(id, 8_000))).toEqual(["credited"]);
      scene.expect(await outcomes(scene, collected(id, 8_000))).toEqual(["duplicate"]);
      const state = await readState(scene);
      scene.expect([state.balanceUsd, state.ledger.length]).toEqual([80, 1]);
    },
  },
  {
    shows: ["open/webhook", "open/parallel-confirmations"],
    name: "POST treasury/webhook → 200: fifty concurrent deliveries and returns credit once",
    fits: keepsBytes,
    run: async (scene) => {
      const sessionId = await paidSession(scene, 80);
      const request = await delivery(scene, collected(sessionId, 8_000));
      await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          index % 2 === 0
            ? scene.send(request)
            : scene.ok("confirmDeposit", { session_id: sessionId }),
        ),
      );
      const { balanceUsd, ledger } = await readState(scene);
      scene.expect([balanceUsd, ledger.length]).toEqual([80, 1]);
    },
  },
  {
    shows: ["open/webhook-reversal"],
    name: "POST treasury/webhook → 200: refunds are debited once, before and after their credit",
    by: "wire",
    fits: keepsBytes,
    run: async (scene) => {
      const sessionId = await paidSession(scene, 80);
      const [early, late] = [refunded(sessionId, "r1", 3_000), refunded(sessionId, "r2", 500)];
      scene.expect(await outcomes(scene, early)).toEqual(["waiting"]);
      scene.expect(await outcomes(scene, collected(sessionId, 8_000))).toEqual(["credited"]);
      scene.expect(await outcomes(scene, late)).toEqual(["reversed"]);
      scene.expect(await outcomes(scene, early)).toEqual(["duplicate"]);
      scene.expect((await readState(scene)).balanceUsd).toBe(45);
      await scene.ok("resetTreasury", {});
      scene.expect(await outcomes(scene, refunded(sessionId, "r3", 100))).toEqual(["recorded"]);
      scene.expect((await readState(scene)).balanceUsd).toBe(0);
    },
  },
  {
    shows: ["open/webhook-signature"],
    name: "POST treasury/webhook → 400: a missing or invalid signature, or a changed body",
    by: "wire",
    fits: keepsBytes,
    run: async (scene) => {
      const { body = "", headers = {} } = await delivery(scene, collected("any", 8_000));
      for (const request of [
        post(path, body),
        post(path, body, { ...headers, "sandbox-signature": "t=1,v1=00" }),
        post(path, `${String(body)} `, headers),
        post(path, "", headers),
        post(path, undefined, {}),
      ]) {
        await refuses(scene, request, "webhook_signature_invalid");
      }
      scene.expect((await readState(scene)).balanceUsd).toBe(0);
    },
  },
  {
    shows: ["open/webhook-body"],
    name: "POST treasury/webhook → 500: a body parser came first, and the error describes how to mount it",
    by: "wire",
    fits: (surface) => !keepsBytes(surface),
    run: async (scene) => {
      const request = await delivery(scene, collected("any", 8_000));
      await refuses(scene, request, "webhook_body_parsed");
      const { status, text } = await scene.send(request);
      scene.expect([status, text.includes("express.json({ verify")]).toEqual([500, true]);
      scene.expect((await readState(scene)).balanceUsd).toBe(0);
    },
  },
  {
    shows: ["open/webhook-nothing", "open/currency"],
    name: "POST treasury/webhook → 200: other currencies and impossible workspaces are ignored",
    by: "wire",
    fits: keepsBytes,
    run: async (scene) => {
      const payment = collected("any", 8_000);
      for (const event of [
        { ...payment, currency: "eur" },
        { ...payment, workspaceId: "a/b" },
        { ...payment, workspaceId: " demo" },
        { ...payment, amount: Micros.fromCents(0) },
      ]) {
        scene.expect(await outcomes(scene, event)).toEqual(["ignored"]);
      }
      scene.expect((await readState(scene)).balanceUsd).toBe(0);
    },
  },
  {
    shows: ["open/webhook-again"],
    name: "POST treasury/webhook → 500 and 409: a delivery that could not be applied counts when it is sent again",
    by: "wire",
    fits: keepsBytes,
    run: async (scene) => {
      const payment = collected("first", 8_000);
      const request = await delivery(scene, payment);
      scene.storage.failNext("commit", new TreasuryError("storage_error", "The disk is full."));
      await refuses(scene, request, "storage_error");
      scene.expect(await outcomes(scene, payment)).toEqual(["credited"]);
      await scene.restart({ payments: "test" });
      const other = collected("second", 500);
      await refuses(scene, await delivery(scene, other), "payment_mode_changed");
      await scene.ok("resetTreasury", {});
      scene.expect(await outcomes(scene, other)).toEqual(["credited"]);
    },
  },
  {
    shows: ["access/webhook"],
    name: "POST treasury/webhook → 200: with live money, without sign-in, and with a foreign Host and Origin",
    by: "wire",
    fits: keepsBytes,
    setup: { payments: "live", options: { accessRules: "unsaid" } },
    run: async (scene) => {
      const request = await delivery(scene, collected("any", 8_000));
      const headers = {
        ...request.headers,
        host: "hooks.example",
        origin: "https://hooks.example",
      };
      const { status, text } = await scene.send({ ...request, headers });
      scene.expect([status, text]).toEqual([200, '{"received":true,"outcomes":["credited"]}']);
    },
  },
  {
    shows: ["open/webhook-signature"],
    name: "POST treasury/webhook → 400: no processor is connected",
    by: "wire",
    fits: keepsBytes,
    setup: { payments: "none" },
    run: async (scene) => {
      await refuses(scene, post(path, "{}"), "payments_not_connected");
    },
  },
  {
    shows: ["open/wrong-method"],
    name: "GET treasury/webhook → 405: with allow",
    by: "wire",
    run: async (scene) => {
      const { status, headers } = await scene.send({ path });
      scene.expect([status, headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
    },
  },
];
