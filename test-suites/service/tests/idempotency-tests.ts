import type { CallExtras } from "../callers/caller.ts";
import type { Scene } from "../scene.ts";
import type { ServiceTest } from "../service-test.ts";
import { first, fund, moneyOf, propose, proposeAll, readState } from "../steps.ts";
import { operatorTokensOfSuite } from "../treasury/access-rules.ts";

const atOnce = 20;

/** With this key, and as that operator where sign-in is required. */
function under(key: string, operator?: keyof typeof operatorTokensOfSuite): CallExtras {
  const token = operator && operatorTokensOfSuite[operator];
  return {
    headers: { "idempotency-key": key, ...(token && { authorization: `Bearer ${token}` }) },
  };
}

/** A workspace's current epoch, which increases with each reset. */
async function epochOf({ storage }: Scene, workspaceId = "demo"): Promise<number> {
  const [snapshot] = await storage.load([{ workspaceId, keys: [] }]);
  return snapshot?.head?.epoch ?? 1;
}

/** Requests with one effect per key. */
export const idempotencyTests: readonly ServiceTest[] = [
  {
    shows: ["open/idempotency-key", "open/restart"],
    name: "POST treasury/deposit → 200: one key opens one checkout, also after a restart",
    run: async (scene) => {
      const session = await scene.ok("startDeposit", { amountUsd: 5 }, under("k"));
      scene.expect(await scene.ok("startDeposit", { amountUsd: 5 }, under("k"))).toEqual(session);
      await scene.restart({ keepPorts: true });
      scene.expect(await scene.ok("startDeposit", { amountUsd: 5 }, under("k"))).toEqual(session);
      scene.expect(scene.payments.opened.length).toBe(1);
      const other = await scene.ok("startDeposit", { amountUsd: 5 }, under("other"));
      scene.expect([other.id === session.id, scene.payments.opened.length]).toEqual([false, 2]);
    },
  },
  {
    shows: ["open/idempotency-key"],
    name: "POST treasury/decide → 200: one key makes one decision, returned with the current state",
    run: async (scene) => {
      await fund(scene, 100);
      const [one, two] = await proposeAll(scene, [
        { amountUsd: 30, purpose: "one" },
        { amountUsd: 31, purpose: "two" },
      ]);
      const decision = { proposalId: one?.id ?? "", decision: "approve" } as const;
      const decided = await scene.ok("decideProposal", decision, under("k"));
      scene.expect(decided.proposal.status).toBe("executed");
      scene.expect(await scene.ok("decideProposal", decision, under("k"))).toEqual(decided);
      await scene.ok("decideProposal", { proposalId: two?.id ?? "", decision: "approve" });
      const repeated = await scene.ok("decideProposal", decision, under("k"));
      scene.expect(repeated.proposal).toEqual(decided.proposal);
      scene.expect(repeated.state).toEqual(await readState(scene));
      scene.expect(moneyOf(repeated.state)).toEqual([39, 61, 3]);
      await scene.ok("resetTreasury", {});
      const late = await scene.ok("decideProposal", decision, under("k"));
      scene.expect([late.proposal, late.state.balanceUsd]).toEqual([decided.proposal, 0]);
    },
  },
  {
    shows: ["open/idempotency-key"],
    name: "POST treasury/reset → 200: one key resets once, and later changes remain",
    run: async (scene) => {
      await fund(scene, 100);
      scene.expect((await scene.ok("resetTreasury", {}, under("k"))).balanceUsd).toBe(0);
      await fund(scene, 40);
      scene.expect((await scene.ok("resetTreasury", {}, under("k"))).balanceUsd).toBe(40);
      scene.expect(await epochOf(scene)).toBe(2);
      scene.expect((await scene.ok("resetTreasury", {}, under("other"))).balanceUsd).toBe(0);
    },
  },
  {
    shows: ["open/idempotency-key"],
    name: "POST agents → 200: one key creates one machine, returned with its current state",
    setup: { options: { machineLimits: { perWorkspace: 1 } } },
    run: async (scene) => {
      const input = { workspaceId: "acme", goal: "Read the news." };
      const { machine } = await scene.ok("provisionMachine", input, under("k"));
      await scene.ok("actOnMachine", { id: machine.id, action: "suspend" });
      const repeated = await scene.ok("provisionMachine", input, under("k"));
      scene
        .expect([repeated.machine.id, repeated.machine.state])
        .toEqual([machine.id, "suspended"]);
      scene.expect((await scene.ok("listMachines", {})).machines.length).toBe(1);
      await scene.refused("machine_limit_reached", "provisionMachine", input, under("other"));
    },
  },
  {
    shows: ["open/parallel-keys"],
    name: `POST: of ${atOnce} concurrent requests with one key, one has an effect and all successful responses are equal`,
    run: async (scene) => {
      await fund(scene, 100);
      const { id } = await propose(scene, { amountUsd: 30 });
      const before = scene.payments.opened.length;
      for (const [name, input, waits] of [
        ["decideProposal", { proposalId: id, decision: "approve" }, true],
        ["startDeposit", { amountUsd: 5 }, false],
        ["provisionMachine", {}, false],
        ["resetTreasury", {}, true],
      ] as const) {
        const outcomes = await Promise.all(
          Array.from({ length: atOnce }, () => scene.call(name, input, under("k"))),
        );
        const answers = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.answer] : []));
        const codes = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.body.code]));
        scene.expect([name, answers.length > 0]).toEqual([name, true]);
        // Uptime increases between two responses about one machine.
        if (name !== "provisionMachine") {
          for (const answer of answers) scene.expect(answer).toEqual(first(answers));
        }
        const allowed = waits ? [] : ["idempotency_key_in_use"];
        scene.expect([...new Set(codes)].filter((code) => !allowed.includes(code))).toEqual([]);
        if (name === "decideProposal") {
          scene.expect(moneyOf(await readState(scene))).toEqual([70, 30, 2]);
        }
      }
      scene.expect(scene.payments.opened.length).toBe(before + 1);
      scene.expect((await scene.ok("listMachines", {})).machines.length).toBe(1);
      scene.expect(await epochOf(scene)).toBe(2);
    },
  },
  {
    shows: ["open/idempotency-key-body"],
    name: "POST → 409: the same key with another body, without effect",
    run: async (scene) => {
      await fund(scene, 100);
      const { id } = await propose(scene, { amountUsd: 30 });
      const decision = { proposalId: id, decision: "deny" } as const;
      await scene.ok("decideProposal", decision, under("k"));
      await scene.ok("startDeposit", { amountUsd: 5 }, under("k"));
      await scene.ok("provisionMachine", { goal: "one" }, under("k"));
      const opened = scene.payments.opened.length;
      for (const [name, input] of [
        ["decideProposal", { ...decision, decision: "approve" }],
        ["decideProposal", { ...decision, comment: "Too dear." }],
        ["startDeposit", { amountUsd: 6 }],
        ["provisionMachine", { goal: "two" }],
      ] as const) {
        const told = await scene.refused("idempotency_key_reused", name, input, under("k"));
        scene.expect(told.status).toBe(409);
      }
      scene.expect(scene.payments.opened.length).toBe(opened);
      scene.expect((await scene.ok("listMachines", {})).machines.length).toBe(1);
      // An explicit default is the same body.
      await scene.ok("startDeposit", { amountUsd: 5, workspaceId: " demo " }, under("k"));
      scene.expect(scene.payments.opened.length).toBe(opened);
    },
  },
  {
    shows: ["open/idempotency-key-scope"],
    name: "POST → 200: keys are separate by operator, workspace and path",
    setup: { options: { accessRules: "operators" } },
    run: async (scene) => {
      const reset = async (operator: "ada" | "bob", workspaceId: string): Promise<number> => {
        await scene.ok("resetTreasury", { workspaceId }, under("k", operator));
        return epochOf(scene, workspaceId);
      };
      scene.expect(await reset("ada", "one")).toBe(2);
      scene.expect(await reset("ada", "one")).toBe(2);
      scene.expect(await reset("bob", "one")).toBe(3);
      scene.expect(await reset("ada", "two")).toBe(2);
      scene.expect(await reset("bob", "one")).toBe(3);
      const deposit = { amountUsd: 5, workspaceId: "one" };
      const { id } = await scene.ok("startDeposit", deposit, under("k", "ada"));
      const others = await scene.ok("startDeposit", deposit, under("k", "bob"));
      scene.expect(others.id === id).toBe(false);
    },
  },
  {
    shows: ["open/idempotency-key-lifetime"],
    name: "POST → 200: a key is new after 24 hours, and not before",
    run: async (scene) => {
      await scene.ok("resetTreasury", {}, under("k"));
      const { id } = await scene.ok("startDeposit", { amountUsd: 5 }, under("k"));
      scene.storage.passHours(23.9);
      await scene.ok("resetTreasury", {}, under("k"));
      scene.expect((await scene.ok("startDeposit", { amountUsd: 5 }, under("k"))).id).toBe(id);
      scene.expect(await epochOf(scene)).toBe(2);
      scene.storage.passHours(0.2);
      await scene.ok("resetTreasury", {}, under("k"));
      scene.expect(await epochOf(scene)).toBe(3);
      const next = await scene.ok("startDeposit", { amountUsd: 6 }, under("k"));
      scene.expect(next.id === id).toBe(false);
    },
  },
];
