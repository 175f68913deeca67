import type { Micros } from "@agent-treasury/provider";
import type { ServiceTest } from "../service-test.ts";
import { fund, readState, paidSession } from "../steps.ts";
import { serviceBaseUrl } from "../treasury/service-treasury.ts";

/** Returning from a checkout. */
export const confirmingTests: readonly ServiceTest[] = [
  {
    shows: ["confirm/answer", "resource/treasury-state"],
    name: "GET treasury/deposit → 200: paid, credited, and the state after it",
    run: async (context) => {
      const sessionId = await paidSession(context, 80, "acme");
      const input = { workspaceId: "acme", session_id: sessionId };
      const { state, ...rest } = await context.ok("confirmDeposit", input);
      context.expect(rest).toEqual({ paid: true, duplicate: false, depositedUsd: 80 });
      context
        .expect([state.balanceUsd, state.depositsUsd, state.ledger.length])
        .toEqual([80, 80, 1]);
      context.expect(await readState(context, "acme")).toEqual(state);
    },
  },
  {
    shows: ["confirm/idempotent"],
    name: "GET treasury/deposit → 200: a refresh is a duplicate and credits nothing, also after a reset",
    run: async (context) => {
      const sessionId = await paidSession(context, 80);
      const input = { session_id: sessionId };
      const { state } = await context.ok("confirmDeposit", input);
      for (let refresh = 0; refresh < 2; refresh += 1) {
        context
          .expect(await context.ok("confirmDeposit", input))
          .toEqual({ paid: true, duplicate: true, depositedUsd: 80, state });
      }
      await context.ok("resetTreasury", {});
      const afterReset = await context.ok("confirmDeposit", input);
      context.expect([afterReset.duplicate, afterReset.state.balanceUsd]).toEqual([true, 0]);
    },
  },
  {
    shows: ["confirm/idempotent", "open/parallel-confirmations"],
    name: "GET treasury/deposit → 200: fifty concurrent confirmations credit once",
    run: async (context) => {
      const sessionId = await paidSession(context, 80);
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => context.ok("confirmDeposit", { session_id: sessionId })),
      );
      context.expect(answers.filter(({ duplicate }) => !duplicate).length).toBe(1);
      context
        .expect(answers.every(({ paid, state }) => paid && state.balanceUsd === 80))
        .toBe(true);
      const { balanceUsd, ledger } = await readState(context);
      context.expect([balanceUsd, ledger.length]).toEqual([80, 1]);
    },
  },
  {
    shows: ["open/deposit-unpaid"],
    name: "GET treasury/deposit → 200: an unpaid session changes nothing, and counts once it is paid",
    run: async (context) => {
      const before = await fund(context, 30);
      const { id } = await context.ok("startDeposit", { amountUsd: 80 });
      const unpaid = await context.ok("confirmDeposit", { session_id: id });
      context
        .expect(unpaid)
        .toEqual({ paid: false, duplicate: false, depositedUsd: 0, state: before });
      await context.payments.pay(id);
      const paid = await context.ok("confirmDeposit", { session_id: id });
      context
        .expect([paid.paid, paid.duplicate, paid.state.balanceUsd])
        .toEqual([true, false, 110]);
    },
  },
  {
    shows: ["error/confirm-400-session", "confirm/session"],
    name: "GET treasury/deposit → 400: session_id is missing or blank",
    run: async (context) => {
      for (const input of [{}, { session_id: "" }, { session_id: "   " }]) {
        const { error } = await context.refused("invalid_request", "confirmDeposit", input);
        context.expect(error.includes("session_id")).toBe(true);
      }
    },
  },
  {
    shows: ["error/confirm-403", "confirm/workspace"],
    name: "GET treasury/deposit → 403: the session was started for another workspace",
    run: async (context) => {
      const sessionId = await paidSession(context, 80, "acme");
      for (const workspaceId of ["other", "demo", undefined]) {
        const input = { workspaceId, session_id: sessionId };
        const { status } = await context.refused(
          "deposit_belongs_elsewhere",
          "confirmDeposit",
          input,
        );
        context.expect(status).toBe(403);
        context.expect((await readState(context, workspaceId ?? "demo")).balanceUsd).toBe(0);
      }
      const input = { workspaceId: "acme", session_id: sessionId };
      context.expect((await context.ok("confirmDeposit", input)).state.balanceUsd).toBe(80);
    },
  },
  {
    shows: ["open/deposit-not-ours"],
    name: "GET treasury/deposit → 403: the session was not opened by this service",
    run: async (context) => {
      const sessionId = await paidSession(context, 80);
      context.payments.answerWith({ workspaceId: null });
      await context.refused("deposit_belongs_elsewhere", "confirmDeposit", {
        session_id: sessionId,
      });
      context.expect((await readState(context)).balanceUsd).toBe(0);
    },
  },
  {
    shows: ["open/deposit-unknown", "error/confirm-500", "bad/unknown"],
    name: "GET treasury/deposit → 500: the session is unknown to the processor",
    run: async (context) => {
      for (const sessionId of ["cs_unknown", "../refunds", "a&workspaceId=b", "%00", "💸"]) {
        const input = { session_id: sessionId };
        const { status } = await context.refused(
          "payment_processor_error",
          "confirmDeposit",
          input,
        );
        context.expect(status).toBe(500);
      }
    },
  },
  {
    shows: ["open/currency"],
    name: "GET treasury/deposit → 500: money of another currency is not credited",
    run: async (context) => {
      const sessionId = await paidSession(context, 80);
      context.payments.answerWith({ currency: "eur" });
      const input = { session_id: sessionId };
      const { error } = await context.refused("unsupported_currency", "confirmDeposit", input);
      context.expect(error.includes("EUR")).toBe(true);
      const { balanceUsd, paymentMode } = await readState(context);
      context.expect([balanceUsd, paymentMode]).toEqual([0, "test"]);
    },
  },
  {
    shows: ["confirm/answer"],
    name: "GET treasury/deposit → 200: the amount is the processor's, not the requested one",
    run: async (context) => {
      const sessionId = await paidSession(context, 80);
      context.payments.answerWith({ amount: 79_500_000n as Micros });
      const { depositedUsd, state } = await context.ok("confirmDeposit", { session_id: sessionId });
      context.expect([depositedUsd, state.balanceUsd]).toEqual([79.5, 79.5]);
    },
  },
  {
    shows: ["open/payment-mode-sticks"],
    name: "POST and GET treasury/deposit → 409: the workspace was funded through another processor or mode, until a reset",
    run: async (context) => {
      await fund(context, 80);
      await context.restart({ payments: "test" });
      await context.refused("payment_mode_changed", "startDeposit", { amountUsd: 50 });
      // As if it had been opened before the workspace was funded.
      const { id } = await context.payments.createCheckout({
        workspaceId: "demo",
        amount: 50_000_000n as Micros,
        successUrl: serviceBaseUrl,
        cancelUrl: serviceBaseUrl,
        idempotencyKey: "before",
      });
      await context.payments.pay(id);
      const input = { session_id: id };
      await context.refused("payment_mode_changed", "confirmDeposit", input);
      context.expect((await readState(context)).balanceUsd).toBe(80);
      await context.ok("resetTreasury", {});
      const { duplicate, state } = await context.ok("confirmDeposit", input);
      context.expect([duplicate, state.balanceUsd]).toEqual([false, 50]);
    },
  },
];
