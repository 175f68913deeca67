import type { CallExtras } from "../drivers/driver.ts";
import type { ServiceTest } from "../service-test.ts";
import { first, fund, moneyOf, propose, proposeAll, readState } from "../steps.ts";
import type { TestContext } from "../test-context.ts";
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
async function epochOf({ storage }: TestContext, workspaceId = "demo"): Promise<number> {
  const [snapshot] = await storage.load([{ workspaceId, keys: [] }]);
  return snapshot?.head?.epoch ?? 1;
}

/** Requests with one effect per key. */
export const idempotencyTests: readonly ServiceTest[] = [
  {
    shows: ["open/idempotency-key", "open/restart"],
    name: "POST treasury/deposit → 200: one key opens one checkout, also after a restart",
    run: async (context) => {
      const session = await context.ok("startDeposit", { amountUsd: 5 }, under("k"));
      context
        .expect(await context.ok("startDeposit", { amountUsd: 5 }, under("k")))
        .toEqual(session);
      await context.restart({ keepPorts: true });
      context
        .expect(await context.ok("startDeposit", { amountUsd: 5 }, under("k")))
        .toEqual(session);
      context.expect(context.payments.opened.length).toBe(1);
      const other = await context.ok("startDeposit", { amountUsd: 5 }, under("other"));
      context.expect([other.id === session.id, context.payments.opened.length]).toEqual([false, 2]);
    },
  },
  {
    shows: ["open/idempotency-key"],
    name: "POST treasury/decide → 200: one key makes one decision, returned with the current state",
    run: async (context) => {
      await fund(context, 100);
      const [one, two] = await proposeAll(context, [
        { amountUsd: 30, purpose: "one" },
        { amountUsd: 31, purpose: "two" },
      ]);
      const decision = { proposalId: one?.id ?? "", decision: "approve" } as const;
      const decided = await context.ok("decideProposal", decision, under("k"));
      context.expect(decided.proposal.status).toBe("executed");
      context.expect(await context.ok("decideProposal", decision, under("k"))).toEqual(decided);
      await context.ok("decideProposal", { proposalId: two?.id ?? "", decision: "approve" });
      const repeated = await context.ok("decideProposal", decision, under("k"));
      context.expect(repeated.proposal).toEqual(decided.proposal);
      context.expect(repeated.state).toEqual(await readState(context));
      context.expect(moneyOf(repeated.state)).toEqual([39, 61, 3]);
      await context.ok("resetTreasury", {});
      const late = await context.ok("decideProposal", decision, under("k"));
      context.expect([late.proposal, late.state.balanceUsd]).toEqual([decided.proposal, 0]);
    },
  },
  {
    shows: ["open/idempotency-key"],
    name: "POST treasury/reset → 200: one key resets once, and later changes remain",
    run: async (context) => {
      await fund(context, 100);
      context.expect((await context.ok("resetTreasury", {}, under("k"))).balanceUsd).toBe(0);
      await fund(context, 40);
      context.expect((await context.ok("resetTreasury", {}, under("k"))).balanceUsd).toBe(40);
      context.expect(await epochOf(context)).toBe(2);
      context.expect((await context.ok("resetTreasury", {}, under("other"))).balanceUsd).toBe(0);
    },
  },
  {
    shows: ["open/idempotency-key"],
    name: "POST agents → 200: one key creates one machine, returned with its current state",
    setup: { options: { machineLimits: { perWorkspace: 1 } } },
    run: async (context) => {
      const input = { workspaceId: "acme", goal: "Read the news." };
      const { machine } = await context.ok("provisionMachine", input, under("k"));
      await context.ok("actOnMachine", { id: machine.id, action: "suspend" });
      const repeated = await context.ok("provisionMachine", input, under("k"));
      context
        .expect([repeated.machine.id, repeated.machine.state])
        .toEqual([machine.id, "suspended"]);
      context.expect((await context.ok("listMachines", {})).machines.length).toBe(1);
      await context.refused("machine_limit_reached", "provisionMachine", input, under("other"));
    },
  },
  {
    shows: ["open/parallel-keys"],
    name: `POST: of ${atOnce} concurrent requests with one key, one has an effect and all successful responses are equal`,
    run: async (context) => {
      await fund(context, 100);
      const { id } = await propose(context, { amountUsd: 30 });
      const before = context.payments.opened.length;
      for (const [name, input, waits] of [
        ["decideProposal", { proposalId: id, decision: "approve" }, true],
        ["startDeposit", { amountUsd: 5 }, false],
        ["provisionMachine", {}, false],
        ["resetTreasury", {}, true],
      ] as const) {
        const outcomes = await Promise.all(
          Array.from({ length: atOnce }, () => context.call(name, input, under("k"))),
        );
        const answers = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.answer] : []));
        const codes = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.body.code]));
        context.expect([name, answers.length > 0]).toEqual([name, true]);
        // Uptime increases between two responses about one machine.
        if (name !== "provisionMachine") {
          for (const answer of answers) context.expect(answer).toEqual(first(answers));
        }
        const allowed = waits ? [] : ["idempotency_key_in_use"];
        context.expect([...new Set(codes)].filter((code) => !allowed.includes(code))).toEqual([]);
        if (name === "decideProposal") {
          context.expect(moneyOf(await readState(context))).toEqual([70, 30, 2]);
        }
      }
      context.expect(context.payments.opened.length).toBe(before + 1);
      context.expect((await context.ok("listMachines", {})).machines.length).toBe(1);
      context.expect(await epochOf(context)).toBe(2);
    },
  },
  {
    shows: ["open/idempotency-key-body"],
    name: "POST → 409: the same key with another body, without effect",
    run: async (context) => {
      await fund(context, 100);
      const { id } = await propose(context, { amountUsd: 30 });
      const decision = { proposalId: id, decision: "deny" } as const;
      await context.ok("decideProposal", decision, under("k"));
      await context.ok("startDeposit", { amountUsd: 5 }, under("k"));
      await context.ok("provisionMachine", { goal: "one" }, under("k"));
      const opened = context.payments.opened.length;
      for (const [name, input] of [
        ["decideProposal", { ...decision, decision: "approve" }],
        ["decideProposal", { ...decision, comment: "Too dear." }],
        ["startDeposit", { amountUsd: 6 }],
        ["provisionMachine", { goal: "two" }],
      ] as const) {
        const told = await context.refused("idempotency_key_reused", name, input, under("k"));
        context.expect(told.status).toBe(409);
      }
      context.expect(context.payments.opened.length).toBe(opened);
      context.expect((await context.ok("listMachines", {})).machines.length).toBe(1);
      // An explicit default is the same body.
      await context.ok("startDeposit", { amountUsd: 5, workspaceId: " demo " }, under("k"));
      context.expect(context.payments.opened.length).toBe(opened);
    },
  },
  {
    shows: ["open/idempotency-key-scope"],
    name: "POST → 200: keys are separate by operator, workspace and path",
    setup: { options: { accessRules: "operators" } },
    run: async (context) => {
      const reset = async (operator: "ada" | "bob", workspaceId: string): Promise<number> => {
        await context.ok("resetTreasury", { workspaceId }, under("k", operator));
        return epochOf(context, workspaceId);
      };
      context.expect(await reset("ada", "one")).toBe(2);
      context.expect(await reset("ada", "one")).toBe(2);
      context.expect(await reset("bob", "one")).toBe(3);
      context.expect(await reset("ada", "two")).toBe(2);
      context.expect(await reset("bob", "one")).toBe(3);
      const deposit = { amountUsd: 5, workspaceId: "one" };
      const { id } = await context.ok("startDeposit", deposit, under("k", "ada"));
      const others = await context.ok("startDeposit", deposit, under("k", "bob"));
      context.expect(others.id === id).toBe(false);
    },
  },
  {
    shows: ["open/idempotency-key-lifetime"],
    name: "POST → 200: a key is new after 24 hours, and not before",
    run: async (context) => {
      await context.ok("resetTreasury", {}, under("k"));
      const { id } = await context.ok("startDeposit", { amountUsd: 5 }, under("k"));
      context.storage.passHours(23.9);
      await context.ok("resetTreasury", {}, under("k"));
      context.expect((await context.ok("startDeposit", { amountUsd: 5 }, under("k"))).id).toBe(id);
      context.expect(await epochOf(context)).toBe(2);
      context.storage.passHours(0.2);
      await context.ok("resetTreasury", {}, under("k"));
      context.expect(await epochOf(context)).toBe(3);
      const next = await context.ok("startDeposit", { amountUsd: 6 }, under("k"));
      context.expect(next.id === id).toBe(false);
    },
  },
];
