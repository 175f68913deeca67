import { TreasuryError } from "@agent-treasury/provider";
import type { CallExtras } from "../drivers/driver.ts";
import type { ServiceTest } from "../service-test.ts";
import { fund, propose, readState } from "../steps.ts";
import { json, post } from "../wire-requests.ts";

function under(key: string): CallExtras {
  return { headers: { "idempotency-key": key } };
}

/** Keys of requests that fail, still run, or have no stored response, and invalid keys. */
export const idempotencyFailureTests: readonly ServiceTest[] = [
  {
    shows: ["open/idempotency-key-running"],
    name: "POST treasury/deposit → 409: the first under this key is still running",
    run: async (context) => {
      const held = context.payments.holdNext();
      const running = context.ok("startDeposit", { amountUsd: 5 }, under("k"));
      await held.opened;
      const response = await context.fetch(
        new Request(`${context.origin}/api/service/treasury/deposit`, {
          method: "POST",
          headers: { ...json, ...under("k").headers },
          body: JSON.stringify({ amountUsd: 5 }),
        }),
      );
      const { code } = (await response.json()) as { code: string };
      const seconds = Number(response.headers.get("retry-after"));
      context.expect([response.status, code]).toEqual([409, "idempotency_key_in_use"]);
      context.expect(seconds >= 1 && seconds <= 5).toBe(true);
      const other = { amountUsd: 6 };
      await context.refused("idempotency_key_reused", "startDeposit", other, under("k"));
      held.release();
      const session = await running;
      context
        .expect(await context.ok("startDeposit", { amountUsd: 5 }, under("k")))
        .toEqual(session);
      context.expect(context.payments.opened.length).toBe(1);
    },
  },
  {
    shows: ["open/idempotency-key-failures"],
    name: "POST → 500, then 200: a failure is not stored, and a retry has one effect",
    run: async (context) => {
      context.payments.failNext(new Error("The processor is away."));
      await context.refused("internal_error", "startDeposit", { amountUsd: 5 }, under("k"));
      const { id } = await context.ok("startDeposit", { amountUsd: 5 }, under("k"));
      context.expect((await context.ok("startDeposit", { amountUsd: 5 }, under("k"))).id).toBe(id);
      context.expect(context.payments.opened.length).toBe(1);
      context.machines.failNext("provision", new Error("The host is away."));
      await context.refused("machine_host_error", "provisionMachine", {}, under("k"));
      const { machine } = await context.ok("provisionMachine", {}, under("k"));
      const again = await context.ok("provisionMachine", {}, under("k"));
      context.expect(again.machine.id).toBe(machine.id);
      const names = context.machines.calls.filter(({ method }) => method === "provision");
      context.expect(new Set(names.map(({ about }) => about)).size).toBe(1);
      await fund(context, 30);
      context.storage.failNext("commit", new TreasuryError("storage_error", "The disk is full."));
      await context.refused("storage_error", "resetTreasury", {}, under("k"));
      context.expect((await readState(context)).balanceUsd).toBe(30);
      context.expect((await context.ok("resetTreasury", {}, under("k"))).balanceUsd).toBe(0);
    },
  },
  {
    shows: ["open/idempotency-key-failures"],
    name: "POST → 400 or 409, then 200: a rejection is not stored, and the key may be used for a valid request",
    run: async (context) => {
      await context.refused("invalid_request", "startDeposit", { amountUsd: 0.5 }, under("k"));
      await context.refused("invalid_request", "startDeposit", { amountUsd: "5" }, under("k"));
      context
        .expect((await context.ok("startDeposit", { amountUsd: 5 }, under("k"))).amountUsd)
        .toBe(5);
      await fund(context, 100);
      const { id } = await propose(context, { amountUsd: 30 });
      const mistyped = { proposalId: `${id}x`, decision: "approve" };
      await context.refused("proposal_not_found", "decideProposal", mistyped, under("k"));
      const decision = { proposalId: id, decision: "approve" } as const;
      const { proposal } = await context.ok("decideProposal", decision, under("k"));
      context.expect(proposal.status).toBe("executed");
    },
  },
  {
    shows: ["open/idempotency-key-exec"],
    name: "POST agents/{id} → 409: a command with a used key is not repeated; suspend and start are",
    run: async (context) => {
      const { machine } = await context.ok("provisionMachine", {});
      const exec = { id: machine.id, action: "exec", command: "make" } as const;
      await context.ok("actOnMachine", exec, under("k"));
      const told = await context.refused(
        "idempotency_key_reused",
        "actOnMachine",
        exec,
        under("k"),
      );
      context.expect(told.status).toBe(409);
      context.machines.failNext("exec", new Error("The connection broke."));
      await context.refused("internal_error", "actOnMachine", exec, under("broken"));
      await context.refused("idempotency_key_reused", "actOnMachine", exec, under("broken"));
      await context.ok("actOnMachine", exec, under("other"));
      const runs = context.machines.calls.filter(({ method }) => method === "exec");
      context.expect(runs.length).toBe(3);
      const suspend = { id: machine.id, action: "suspend" } as const;
      for (let time = 0; time < 2; time += 1) {
        await context.ok("actOnMachine", suspend, under("s"));
        await context.ok("actOnMachine", { id: machine.id, action: "start" }, under("s"));
      }
      const suspended = context.machines.calls.filter(({ method }) => method === "suspend");
      context.expect(suspended.length).toBe(2);
    },
  },
  {
    shows: ["bad/idempotency-key"],
    name: "POST → 400: a key that is empty, has more than 255 characters, or control characters",
    by: "wire",
    run: async (context) => {
      const before = await readState(context);
      for (const [key, problem] of [
        ["", "is empty"],
        ["   ", "is empty"],
        ["x".repeat(256), "has more than 255 characters"],
        ["a\tb", "has control characters"],
      ] as const) {
        const headers = { ...json, "idempotency-key": key };
        const { text, status } = await context.send(
          post("/api/service/treasury/reset", "{}", headers),
        );
        const { code, error } = JSON.parse(text) as { code: string; error: string };
        context.expect([key, status, code]).toEqual([key, 400, "invalid_request"]);
        context.expect(error.includes(`\`idempotency-key\` ${problem}`)).toBe(true);
      }
      context.expect(await readState(context)).toEqual(before);
      const headers = { ...json, "idempotency-key": "x".repeat(255) };
      const fine = await context.send(post("/api/service/treasury/reset", "{}", headers));
      context.expect(fine.status).toBe(200);
    },
  },
];
