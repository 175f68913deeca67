import { TreasuryError } from "@agent-treasury/provider";
import type { ServiceTest } from "../service-test.ts";
import { readState, paidSession } from "../steps.ts";
import { leakyMessage } from "../treasury/leaked-secrets.ts";
import { serviceBaseUrl } from "../treasury/service-treasury.ts";

/** Opening a checkout. */
export const checkoutTests: readonly ServiceTest[] = [
  {
    shows: ["deposit/answer", "open/deposit-session"],
    name: "POST treasury/deposit → 200: the session with its url, without a credit",
    run: async (context) => {
      const session = await context.ok("startDeposit", { workspaceId: "acme", amountUsd: 12.34 });
      context.expect(session).toEqual({
        id: session.id,
        url: session.url,
        amountUsd: 12.34,
        workspaceId: "acme",
        expiresAt: session.expiresAt,
      });
      context.expect(session.url.startsWith(`${serviceBaseUrl}/`)).toBe(true);
      context.expect((await readState(context, "acme")).balanceUsd).toBe(0);
    },
  },
  {
    shows: ["deposit/return-addresses"],
    name: "POST treasury/deposit → 200: the payer returns to baseUrl's /command, for any request headers",
    run: async (context) => {
      const headers = { "x-forwarded-host": "evil.example", forwarded: "host=evil.example" };
      await context.ok("startDeposit", { amountUsd: 5 }, { headers });
      const [request] = context.payments.opened;
      context
        .expect(request?.successUrl)
        .toBe(`${serviceBaseUrl}/command?deposit_session={CHECKOUT_SESSION_ID}`);
      context.expect(request?.cancelUrl).toBe(`${serviceBaseUrl}/command?deposit_cancelled=1`);
    },
  },
  {
    shows: ["deposit/workspace"],
    name: "POST treasury/deposit → 200: without workspaceId it is for demo",
    run: async (context) => {
      const session = await context.ok("startDeposit", { amountUsd: 5 });
      context.expect(session.workspaceId).toBe("demo");
      await context.payments.pay(session.id);
      const { state } = await context.ok("confirmDeposit", { session_id: session.id });
      context.expect([state.workspaceId, state.balanceUsd]).toEqual(["demo", 5]);
    },
  },
  {
    shows: ["deposit/amount", "limit/deposit-minimum", "open/deposit-range"],
    name: "POST treasury/deposit → 200: from 1 to 999,999.99 in whole cents",
    run: async (context) => {
      const amounts: number[] = [];
      for (const amountUsd of [1, 1.01, 3.3000000000000003, 999_999.99]) {
        amounts.push((await context.ok("startDeposit", { amountUsd })).amountUsd);
      }
      context.expect(amounts).toEqual([1, 1.01, 3.3, 999_999.99]);
    },
  },
  {
    shows: [
      "error/deposit-400-amount",
      "deposit/amount",
      "limit/deposit-minimum",
      "open/deposit-range",
      "bad/amounts",
      "bad/deposit-cents",
    ],
    name: "POST treasury/deposit → 400: amounts that are invalid, too small, too large, or have fractions of a cent",
    run: async (context) => {
      const amounts: readonly unknown[] = [
        undefined,
        null,
        Number.NaN,
        Number.POSITIVE_INFINITY,
        Number.NEGATIVE_INFINITY,
        "50",
        "NaN",
        "",
        true,
        [5],
        { usd: 5 },
        0,
        -0,
        -5,
        0.5,
        0.99,
        0.999_999_999,
        1e-7,
        1.001,
        12.345,
        1_000_000,
        999_999.995,
        1e12,
        1e21,
        1e300,
      ];
      for (const amountUsd of amounts) {
        const { error } = await context.refused("invalid_request", "startDeposit", { amountUsd });
        context.expect([amountUsd, error.includes("amountUsd")]).toEqual([amountUsd, true]);
      }
      context.expect(context.payments.opened).toEqual([]);
    },
  },
  {
    shows: ["error/deposit-400-processor", "error/confirm-400-processor"],
    name: "POST and GET treasury/deposit → 400: no processor is connected",
    setup: { payments: "none" },
    run: async (context) => {
      await context.refused("payments_not_connected", "startDeposit", { amountUsd: 5 });
      await context.refused("payments_not_connected", "confirmDeposit", { session_id: "cs_1" });
    },
  },
  {
    shows: ["error/deposit-400-processor", "error/confirm-400-processor"],
    name: "POST and GET treasury/deposit → 400: the processor has no key",
    setup: { payments: "keyless" },
    run: async (context) => {
      await context.refused("payments_not_connected", "startDeposit", { amountUsd: 5 });
      await context.refused("payments_not_connected", "confirmDeposit", { session_id: "cs_1" });
    },
  },
  {
    shows: ["error/deposit-500", "error/confirm-500", "open/failure-body"],
    name: "POST and GET treasury/deposit → 500: the processor fails, and its message is redacted",
    run: async (context) => {
      const failure = new TreasuryError("payment_processor_error", leakyMessage);
      const session = await paidSession(context, 5);
      for (const [name, input] of [
        ["startDeposit", { amountUsd: 5 }],
        ["confirmDeposit", { session_id: session }],
      ] as const) {
        context.payments.failNext(failure);
        const refusal = await context.refused("payment_processor_error", name, input);
        context
          .expect([refusal.status, refusal.error.includes("Upstream refused")])
          .toEqual([500, true]);
        context.payments.failNext(new Error(leakyMessage));
        const unexpected = await context.refused("internal_error", name, input);
        context
          .expect([unexpected.status, unexpected.error.includes("Upstream")])
          .toEqual([500, false]);
      }
      context.expect((await readState(context)).balanceUsd).toBe(0);
    },
  },
];
