import type { PaidResource, SpendFinding, SpendOrder } from "@agent-treasury/provider";
import { expect, it } from "vitest";
import { ada } from "../../../create/test-treasury.fixture.ts";
import { freeze } from "../../freezes/freezes.ts";
import { quotedExecutor, quotedWorld } from "../quotes/quoted-world.fixture.ts";
import { readResource, wholeOf } from "../resources/read-resource.ts";

const resource: PaidResource = {
  status: 200,
  contentType: "text/plain",
  body: new TextEncoder().encode("Sunny"),
};

function found({ proposalId, amount }: SpendOrder): SpendFinding {
  return {
    kind: "executed",
    captures: [{ id: `capture ${proposalId}`, amount }],
    reference: "payment",
    isRepeatable: true,
  };
}

/** The first call pays, and its answer is lost. `deliver` decides about later calls. */
function lostAnswer(deliver: () => boolean) {
  const orders: SpendOrder[] = [];
  const permissions: (boolean | undefined)[] = [];
  const executor = quotedExecutor({
    pay: async (order) => {
      orders.push(order);
      permissions.push(await order.mayRepeat?.());
      if (orders.length === 1) return { kind: "in_progress", reference: null };
      const outcome = { ...found(order), ...(deliver() && { resource }) };
      return outcome as SpendFinding & { kind: "executed" };
    },
    find: async (order) => found(order),
  });
  return { world: quotedWorld([executor]), orders, permissions };
}

async function bought(deliver: () => boolean) {
  const { world, orders, permissions } = lostAnswer(deliver);
  const { buy, decide, clock, engine, state } = world;
  const { id } = await buy();
  expect(await decide(id)).toMatchObject({ status: "approved" });
  const recover = async () => {
    clock.advance(60_000);
    await engine.external?.recover();
    const proposal = (await state()).proposals.find((one) => one.id === id);
    return [proposal?.status, proposal?.hasResource, orders.length];
  };
  return { ...world, id, recover, permissions };
}

it("presents an executed payment again in a recovery, for the answer that was lost", async () => {
  const { id, recover, engine, permissions, state } = await bought(() => true);
  expect(await recover()).toEqual(["executed", true, 2]);
  const question = { workspaceId: "acme", proposalId: id, agentId: null };
  expect(await wholeOf(await readResource(engine, question))).toEqual(resource);
  expect(permissions).toEqual([true, true]);
  expect((await state()).expenseUsd).toBe(12);
});

it("presents it in one recovery only", async () => {
  const { recover } = await bought(() => false);
  expect(await recover()).toEqual(["executed", false, 2]);
  expect(await recover()).toEqual(["executed", false, 2]);
});

it("records it without presenting it again while it is frozen", async () => {
  const { engine, recover } = await bought(() => true);
  await freeze(engine, { workspaceId: "acme", scope: "workspace" }, { ...ada, agentId: null });
  expect(await recover()).toEqual(["executed", false, 1]);
});

it("does not permit another presentation in a call once the spend is frozen", async () => {
  const permissions: (boolean | undefined)[] = [];
  const executor = quotedExecutor({
    pay: async ({ mayRepeat }) => {
      permissions.push(await mayRepeat?.());
      await freeze(
        world.engine,
        { workspaceId: "acme", scope: "workspace" },
        { ...ada, agentId: null },
      );
      permissions.push(await mayRepeat?.());
      return { kind: "in_progress", reference: null };
    },
  });
  const world = quotedWorld([executor]);
  const { id } = await world.buy();
  await world.decide(id);
  expect(permissions).toEqual([true, false]);
});

it("does not permit it once another process has taken the payment over", async () => {
  const permissions: (boolean | undefined)[] = [];
  let calls = 0;
  const executor = quotedExecutor({
    pay: async ({ mayRepeat }) => {
      calls += 1;
      if (calls > 1) return { kind: "in_progress", reference: null };
      world.clock.advance(60_000);
      await world.engine.external?.recover();
      permissions.push(await mayRepeat?.());
      return { kind: "in_progress", reference: null };
    },
    find: async () => ({ kind: "repeatable" }),
  });
  const world = quotedWorld([executor]);
  const { id } = await world.buy();
  await world.decide(id);
  expect([calls, permissions]).toEqual([2, [false]]);
});
