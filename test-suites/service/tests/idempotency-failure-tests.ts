import { TreasuryError } from "@agent-treasury/provider";
import type { CallExtras } from "../callers/caller.ts";
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
    run: async (scene) => {
      const held = scene.payments.holdNext();
      const running = scene.ok("startDeposit", { amountUsd: 5 }, under("k"));
      await held.opened;
      const response = await scene.fetch(
        new Request(`${scene.origin}/api/service/treasury/deposit`, {
          method: "POST",
          headers: { ...json, ...under("k").headers },
          body: JSON.stringify({ amountUsd: 5 }),
        }),
      );
      const { code } = (await response.json()) as { code: string };
      const seconds = Number(response.headers.get("retry-after"));
      scene.expect([response.status, code]).toEqual([409, "idempotency_key_in_use"]);
      scene.expect(seconds >= 1 && seconds <= 5).toBe(true);
      const other = { amountUsd: 6 };
      await scene.refused("idempotency_key_reused", "startDeposit", other, under("k"));
      held.release();
      const session = await running;
      scene.expect(await scene.ok("startDeposit", { amountUsd: 5 }, under("k"))).toEqual(session);
      scene.expect(scene.payments.opened.length).toBe(1);
    },
  },
  {
    shows: ["open/idempotency-key-failures"],
    name: "POST → 500, then 200: a failure is not stored, and a retry has one effect",
    run: async (scene) => {
      scene.payments.failNext(new Error("The processor is away."));
      await scene.refused("internal_error", "startDeposit", { amountUsd: 5 }, under("k"));
      const { id } = await scene.ok("startDeposit", { amountUsd: 5 }, under("k"));
      scene.expect((await scene.ok("startDeposit", { amountUsd: 5 }, under("k"))).id).toBe(id);
      scene.expect(scene.payments.opened.length).toBe(1);
      scene.machines.failNext("provision", new Error("The host is away."));
      await scene.refused("machine_host_error", "provisionMachine", {}, under("k"));
      const { machine } = await scene.ok("provisionMachine", {}, under("k"));
      const again = await scene.ok("provisionMachine", {}, under("k"));
      scene.expect(again.machine.id).toBe(machine.id);
      const names = scene.machines.calls.filter(({ method }) => method === "provision");
      scene.expect(new Set(names.map(({ about }) => about)).size).toBe(1);
      await fund(scene, 30);
      scene.storage.failNext("commit", new TreasuryError("storage_error", "The disk is full."));
      await scene.refused("storage_error", "resetTreasury", {}, under("k"));
      scene.expect((await readState(scene)).balanceUsd).toBe(30);
      scene.expect((await scene.ok("resetTreasury", {}, under("k"))).balanceUsd).toBe(0);
    },
  },
  {
    shows: ["open/idempotency-key-failures"],
    name: "POST → 400 or 409, then 200: a rejection is not stored, and the key may be used for a valid request",
    run: async (scene) => {
      await scene.refused("invalid_request", "startDeposit", { amountUsd: 0.5 }, under("k"));
      await scene.refused("invalid_request", "startDeposit", { amountUsd: "5" }, under("k"));
      scene
        .expect((await scene.ok("startDeposit", { amountUsd: 5 }, under("k"))).amountUsd)
        .toBe(5);
      await fund(scene, 100);
      const { id } = await propose(scene, { amountUsd: 30 });
      const mistyped = { proposalId: `${id}x`, decision: "approve" };
      await scene.refused("proposal_not_found", "decideProposal", mistyped, under("k"));
      const decision = { proposalId: id, decision: "approve" } as const;
      const { proposal } = await scene.ok("decideProposal", decision, under("k"));
      scene.expect(proposal.status).toBe("executed");
    },
  },
  {
    shows: ["open/idempotency-key-exec"],
    name: "POST agents/{id} → 409: a command with a used key is not repeated; suspend and start are",
    run: async (scene) => {
      const { machine } = await scene.ok("provisionMachine", {});
      const exec = { id: machine.id, action: "exec", command: "make" } as const;
      await scene.ok("actOnMachine", exec, under("k"));
      const told = await scene.refused("idempotency_key_reused", "actOnMachine", exec, under("k"));
      scene.expect(told.status).toBe(409);
      scene.machines.failNext("exec", new Error("The connection broke."));
      await scene.refused("internal_error", "actOnMachine", exec, under("broken"));
      await scene.refused("idempotency_key_reused", "actOnMachine", exec, under("broken"));
      await scene.ok("actOnMachine", exec, under("other"));
      const runs = scene.machines.calls.filter(({ method }) => method === "exec");
      scene.expect(runs.length).toBe(3);
      const suspend = { id: machine.id, action: "suspend" } as const;
      for (let time = 0; time < 2; time += 1) {
        await scene.ok("actOnMachine", suspend, under("s"));
        await scene.ok("actOnMachine", { id: machine.id, action: "start" }, under("s"));
      }
      const suspended = scene.machines.calls.filter(({ method }) => method === "suspend");
      scene.expect(suspended.length).toBe(2);
    },
  },
  {
    shows: ["bad/idempotency-key"],
    name: "POST → 400: a key that is empty, has more than 255 characters, or control characters",
    by: "wire",
    run: async (scene) => {
      const before = await readState(scene);
      for (const [key, problem] of [
        ["", "is empty"],
        ["   ", "is empty"],
        ["x".repeat(256), "has more than 255 characters"],
        ["a\tb", "has control characters"],
      ] as const) {
        const headers = { ...json, "idempotency-key": key };
        const { text, status } = await scene.send(
          post("/api/service/treasury/reset", "{}", headers),
        );
        const { code, error } = JSON.parse(text) as { code: string; error: string };
        scene.expect([key, status, code]).toEqual([key, 400, "invalid_request"]);
        scene.expect(error.includes(`\`idempotency-key\` ${problem}`)).toBe(true);
      }
      scene.expect(await readState(scene)).toEqual(before);
      const headers = { ...json, "idempotency-key": "x".repeat(255) };
      const fine = await scene.send(post("/api/service/treasury/reset", "{}", headers));
      scene.expect(fine.status).toBe(200);
    },
  },
];
