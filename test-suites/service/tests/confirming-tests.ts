import type { Micros } from "@agent-treasury/provider";
import type { ServiceTest } from "../service-test.ts";
import { fund, readState, paidSession } from "../steps.ts";
import { serviceBaseUrl } from "../treasury/service-treasury.ts";

/** Returning from a checkout. */
export const confirmingTests: readonly ServiceTest[] = [
  {
    shows: ["confirm/answer", "resource/treasury-state"],
    name: "GET treasury/deposit → 200: paid, credited, and the state after it",
    run: async (scene) => {
      const sessionId = await paidSession(scene, 80, "acme");
      const input = { workspaceId: "acme", session_id: sessionId };
      const { state, ...rest } = await scene.ok("confirmDeposit", input);
      scene.expect(rest).toEqual({ paid: true, duplicate: false, depositedUsd: 80 });
      scene.expect([state.balanceUsd, state.depositsUsd, state.ledger.length]).toEqual([80, 80, 1]);
      scene.expect(await readState(scene, "acme")).toEqual(state);
    },
  },
  {
    shows: ["confirm/idempotent"],
    name: "GET treasury/deposit → 200: a refresh is a duplicate and credits nothing, also after a reset",
    run: async (scene) => {
      const sessionId = await paidSession(scene, 80);
      const input = { session_id: sessionId };
      const { state } = await scene.ok("confirmDeposit", input);
      for (let refresh = 0; refresh < 2; refresh += 1) {
        scene
          .expect(await scene.ok("confirmDeposit", input))
          .toEqual({ paid: true, duplicate: true, depositedUsd: 80, state });
      }
      await scene.ok("resetTreasury", {});
      const afterReset = await scene.ok("confirmDeposit", input);
      scene.expect([afterReset.duplicate, afterReset.state.balanceUsd]).toEqual([true, 0]);
    },
  },
  {
    shows: ["confirm/idempotent", "open/parallel-confirmations"],
    name: "GET treasury/deposit → 200: fifty concurrent confirmations credit once",
    run: async (scene) => {
      const sessionId = await paidSession(scene, 80);
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => scene.ok("confirmDeposit", { session_id: sessionId })),
      );
      scene.expect(answers.filter(({ duplicate }) => !duplicate).length).toBe(1);
      scene.expect(answers.every(({ paid, state }) => paid && state.balanceUsd === 80)).toBe(true);
      const { balanceUsd, ledger } = await readState(scene);
      scene.expect([balanceUsd, ledger.length]).toEqual([80, 1]);
    },
  },
  {
    shows: ["open/deposit-unpaid"],
    name: "GET treasury/deposit → 200: an unpaid session changes nothing, and counts once it is paid",
    run: async (scene) => {
      const before = await fund(scene, 30);
      const { id } = await scene.ok("startDeposit", { amountUsd: 80 });
      const unpaid = await scene.ok("confirmDeposit", { session_id: id });
      scene
        .expect(unpaid)
        .toEqual({ paid: false, duplicate: false, depositedUsd: 0, state: before });
      await scene.payments.pay(id);
      const paid = await scene.ok("confirmDeposit", { session_id: id });
      scene.expect([paid.paid, paid.duplicate, paid.state.balanceUsd]).toEqual([true, false, 110]);
    },
  },
  {
    shows: ["error/confirm-400-session", "confirm/session"],
    name: "GET treasury/deposit → 400: session_id is missing or blank",
    run: async (scene) => {
      for (const input of [{}, { session_id: "" }, { session_id: "   " }]) {
        const { error } = await scene.refused("invalid_request", "confirmDeposit", input);
        scene.expect(error.includes("session_id")).toBe(true);
      }
    },
  },
  {
    shows: ["error/confirm-403", "confirm/workspace"],
    name: "GET treasury/deposit → 403: the session was started for another workspace",
    run: async (scene) => {
      const sessionId = await paidSession(scene, 80, "acme");
      for (const workspaceId of ["other", "demo", undefined]) {
        const input = { workspaceId, session_id: sessionId };
        const { status } = await scene.refused(
          "deposit_belongs_elsewhere",
          "confirmDeposit",
          input,
        );
        scene.expect(status).toBe(403);
        scene.expect((await readState(scene, workspaceId ?? "demo")).balanceUsd).toBe(0);
      }
      const input = { workspaceId: "acme", session_id: sessionId };
      scene.expect((await scene.ok("confirmDeposit", input)).state.balanceUsd).toBe(80);
    },
  },
  {
    shows: ["open/deposit-not-ours"],
    name: "GET treasury/deposit → 403: the session was not opened by this service",
    run: async (scene) => {
      const sessionId = await paidSession(scene, 80);
      scene.payments.answerWith({ workspaceId: null });
      await scene.refused("deposit_belongs_elsewhere", "confirmDeposit", { session_id: sessionId });
      scene.expect((await readState(scene)).balanceUsd).toBe(0);
    },
  },
  {
    shows: ["open/deposit-unknown", "error/confirm-500", "bad/unknown"],
    name: "GET treasury/deposit → 500: the session is unknown to the processor",
    run: async (scene) => {
      for (const sessionId of ["cs_unknown", "../refunds", "a&workspaceId=b", "%00", "💸"]) {
        const input = { session_id: sessionId };
        const { status } = await scene.refused("payment_processor_error", "confirmDeposit", input);
        scene.expect(status).toBe(500);
      }
    },
  },
  {
    shows: ["open/currency"],
    name: "GET treasury/deposit → 500: money of another currency is not credited",
    run: async (scene) => {
      const sessionId = await paidSession(scene, 80);
      scene.payments.answerWith({ currency: "eur" });
      const input = { session_id: sessionId };
      const { error } = await scene.refused("unsupported_currency", "confirmDeposit", input);
      scene.expect(error.includes("EUR")).toBe(true);
      const { balanceUsd, paymentMode } = await readState(scene);
      scene.expect([balanceUsd, paymentMode]).toEqual([0, "test"]);
    },
  },
  {
    shows: ["confirm/answer"],
    name: "GET treasury/deposit → 200: the amount is the processor's, not the requested one",
    run: async (scene) => {
      const sessionId = await paidSession(scene, 80);
      scene.payments.answerWith({ amount: 79_500_000n as Micros });
      const { depositedUsd, state } = await scene.ok("confirmDeposit", { session_id: sessionId });
      scene.expect([depositedUsd, state.balanceUsd]).toEqual([79.5, 79.5]);
    },
  },
  {
    shows: ["open/payment-mode-sticks"],
    name: "POST and GET treasury/deposit → 409: the workspace was funded through another processor or mode, until a reset",
    run: async (scene) => {
      await fund(scene, 80);
      await scene.restart({ payments: "test" });
      await scene.refused("payment_mode_changed", "startDeposit", { amountUsd: 50 });
      // As if it had been opened before the workspace was funded.
      const { id } = await scene.payments.createCheckout({
        workspaceId: "demo",
        amount: 50_000_000n as Micros,
        successUrl: serviceBaseUrl,
        cancelUrl: serviceBaseUrl,
        idempotencyKey: "before",
      });
      await scene.payments.pay(id);
      const input = { session_id: id };
      await scene.refused("payment_mode_changed", "confirmDeposit", input);
      scene.expect((await readState(scene)).balanceUsd).toBe(80);
      await scene.ok("resetTreasury", {});
      const { duplicate, state } = await scene.ok("confirmDeposit", input);
      scene.expect([duplicate, state.balanceUsd]).toEqual([false, 50]);
    },
  },
];
