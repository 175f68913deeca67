import type { PaymentExecutor } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { contentsOf } from "../../kernel/ledger/edited-storage.fixture.ts";
import { adasToken, agentWorld, bearer, lamp } from "./agent-world.fixture.ts";

const path = "POST /treasury/proposals";

/** Fields that differ between a dry run and the spend. */
const times = { createdAt: null, decidedAt: null, executedAt: null, reference: null, digest: null };

const spends = [
  ["is executed", { ...lamp, amountUsd: 5 }, "executed"],
  ["needs approval", lamp, "pending"],
  ["is blocked", { ...lamp, vendor: "Gun shop", purpose: "a handgun" }, "denied"],
  ["is denied above the cap of one spend", { ...lamp, amountUsd: 51 }, undefined],
] as const;

describe("a dry run", () => {
  it.each(spends)("of a spend that %s stores nothing and agrees with it", async (_what, spend) => {
    const world = agentWorld();
    const { token } = await world.issue();
    await world.send("GET /treasury/proposals/prop_0", bearer(token));
    await expect
      .poll(async () =>
        JSON.stringify(await world.treasury.credentials.list({ workspaceId: "acme" })),
      )
      .not.toContain('"lastUsedAt":null');
    const before = await contentsOf(world.storage, "acme");
    const dry = await world.send(path, bearer(token), { ...spend, dryRun: true });
    expect(await contentsOf(world.storage, "acme")).toEqual(before);
    expect(dry).toMatchObject({ status: 200, body: { dryRun: true } });

    const real = await world.send(path, bearer(token), spend);
    expect(real.body).toMatchObject({ dryRun: false, explanation: dry.body.explanation });
    expect({ ...dry.body.proposal, ...times }).toEqual({ ...real.body.proposal, ...times });
    expect(dry.body.proposal.reference).toBeNull();
    expect(await contentsOf(world.storage, "acme")).not.toEqual(before);
  });

  it.each(spends)("in the process: a spend that %s", async (_what, spend, status) => {
    const { treasury, storage } = agentWorld();
    const request = { ...spend, agentId: "buyer", workspaceId: "fresh" };
    const { proposal } = await treasury.propose({ ...request, dryRun: true });
    if (status !== undefined) expect(proposal.status).toBe(status);
    expect(await storage.workspaces(null, 10)).toEqual([]);
    expect((await treasury.propose(request)).proposal.status).toBe(proposal.status);
  });

  it.each(spends)("unless it is pending: a spend that %s", async (_what, spend) => {
    const world = agentWorld();
    const { token } = await world.issue();
    const ask = (more: object) => world.send(path, bearer(token), { ...spend, ...more });
    const dry = await ask({ dryRun: true });
    const { body } = await ask({ dryRun: "unless_pending" });
    const isPending = dry.body.proposal.status === "pending";
    expect(body).toMatchObject({ dryRun: !isPending, repeated: false });
    expect({ ...body.proposal, ...times }).toEqual({ ...dry.body.proposal, ...times });
    const { proposals, ledger } = await world.treasury.state("acme");
    expect(proposals.map(({ id }) => id)).toEqual(isPending ? [body.proposal.id] : []);
    expect(ledger.filter(({ type }) => type === "expense")).toEqual([]);
    const { status } = body.proposal;
    const again = await ask({ dryRun: "unless_pending" });
    expect(again.body).toMatchObject({ repeated: isPending, proposal: { status } });
  });

  it("does not pay through an executor, unless it is pending", async () => {
    const paid: unknown[] = [];
    const executor: PaymentExecutor = {
      specificationVersion: "1",
      provider: "card",
      keyLifetimeMs: 60_000,
      mode: () => "sandbox",
      pay: async (order) => {
        paid.push(order);
        return { kind: "declined", reason: "Not in this test." };
      },
      find: async () => ({ kind: "not_sent" }),
    };
    const { treasury } = agentWorld({ executors: { executor } });
    const request = { ...lamp, amountUsd: 5, agentId: "buyer", dryRun: "unless_pending" } as const;
    expect(await treasury.propose(request)).toMatchObject({ dryRun: true });
    expect([paid, (await treasury.state()).proposals]).toEqual([[], []]);
  });

  it("returns a spend that was proposed before, with its entry", async () => {
    const { treasury } = agentWorld();
    const request = { ...lamp, amountUsd: 5, agentId: "buyer" };
    const { proposal } = await treasury.propose(request);
    expect(proposal.reference).toMatch(/^entry_/);
    const repeated = await treasury.propose({ ...request, dryRun: true });
    expect(repeated).toMatchObject({ proposal, dryRun: true });
  });

  it("asks no payment executor", async () => {
    const paid: string[] = [];
    const executor: PaymentExecutor = {
      specificationVersion: "1",
      provider: "test",
      keyLifetimeMs: 86_400_000,
      mode: () => "sandbox",
      pay: async ({ proposalId, amount }) => {
        paid.push(proposalId);
        const captures = [{ id: "capture_1", amount }];
        return { kind: "executed", reference: "payment_1", captures };
      },
      find: async () => ({ kind: "not_sent" }),
    };
    const { treasury } = agentWorld({ executors: { executor } });
    const request = { ...lamp, amountUsd: 5, agentId: "buyer" };
    const { proposal } = await treasury.propose({ ...request, dryRun: true });
    expect([proposal.status, paid]).toEqual(["approved", []]);
    expect((await treasury.propose(request)).proposal.status).toBe("executed");
    expect(paid).toHaveLength(1);
  });

  it("fails as the spend would", async () => {
    const { treasury } = agentWorld();
    const request = { ...lamp, agentId: "buyer" };
    for (let count = 0; count < 100; count += 1) {
      await treasury.propose({ ...request, idempotencyKey: `${count}` });
    }
    for (const dryRun of [true, false]) {
      await expect(treasury.propose({ ...request, dryRun })).rejects.toMatchObject({
        code: "too_many_pending",
      });
      const reused = { ...request, amountUsd: 13, idempotencyKey: "1", dryRun };
      await expect(treasury.propose(reused)).rejects.toMatchObject({
        code: "idempotency_key_reused",
      });
    }
    const { proposal } = await treasury.propose({ ...request, idempotencyKey: "1", dryRun: true });
    expect(proposal.status).toBe("pending");
  });
});

describe("a proposal over HTTP", () => {
  it("of an agent has its id, label and owner, and is the same if it is repeated", async () => {
    const world = agentWorld();
    const { token } = await world.issue({ owner: "grace" });
    const send = (more: object = {}) =>
      world.send(path, bearer(token), { ...lamp, agentLabel: "researcher", ...more });
    const first = await send();
    expect(first.body.proposal).toMatchObject({
      agentId: "buyer",
      proposedBy: "Buyer",
      agentLabel: "researcher",
      onBehalfOf: "grace",
      turnId: null,
    });
    expect((await send()).body.proposal).toEqual(first.body.proposal);
    const second = await send({ idempotencyKey: "second" });
    expect(second.body.proposal.id).not.toBe(first.body.proposal.id);
    const repeated = await send({ idempotencyKey: "second" });
    expect(repeated.body.proposal).toEqual(second.body.proposal);
    expect(await send({ idempotencyKey: "second", amountUsd: 13 })).toMatchObject({
      status: 409,
      body: { code: "idempotency_key_reused" },
    });
    expect((await world.treasury.state("acme")).pendingCount).toBe(2);
  });

  it("of a person has the agent `person`, and differs from an agent's", async () => {
    const world = agentWorld();
    const { token } = await world.issue();
    const send = (headers: { readonly authorization: string }) =>
      world.send(path, headers, { ...lamp, workspaceId: "acme" });
    const byAda = await send(bearer(adasToken));
    expect(byAda.body.proposal).toMatchObject({
      agentId: "person",
      proposedBy: null,
      onBehalfOf: "Ada",
    });
    expect((await send(bearer(token))).body.proposal.id).not.toBe(byAda.body.proposal.id);
    expect((await send(bearer(adasToken))).body.proposal).toEqual(byAda.body.proposal);
  });

  it("that expired is shown as denied if it is repeated, also by a dry run", async () => {
    const { treasury, clock } = agentWorld({ proposalExpiryHours: 1 });
    const request = { ...lamp, agentId: "buyer" };
    expect((await treasury.propose(request)).proposal.status).toBe("pending");
    clock.advance(3_600_000);
    for (const dryRun of [true, "unless_pending", false] as const) {
      const { proposal, repeated, note } = await treasury.propose({ ...request, dryRun });
      const failure = "The proposal expired before a decision.";
      expect({ proposal, repeated }).toMatchObject({
        repeated: true,
        proposal: { status: "denied", failure },
      });
      expect(note).not.toContain("paid once");
    }
  });

  it("cannot leave the allocation of the credential", async () => {
    const world = agentWorld();
    const { token } = await world.issue({ allocationId: "research" });
    const send = (allocationId: string) =>
      world.send(path, bearer(token), { ...lamp, allocationId, dryRun: true });
    expect(await send("marketing")).toMatchObject({ status: 403 });
    expect(await send("research")).toMatchObject({
      status: 404,
      body: { code: "allocation_not_found" },
    });
  });

  it("requires the amount, the vendor and the purpose", async () => {
    const world = agentWorld();
    const { token } = await world.issue();
    for (const field of ["amountUsd", "vendor", "purpose"]) {
      const answer = await world.send(path, bearer(token), { ...lamp, [field]: undefined });
      expect(answer).toMatchObject({ status: 400, body: { code: "invalid_request" } });
    }
    for (const amountUsd of [0, -5, 1e-7]) {
      expect(await world.send(path, bearer(token), { ...lamp, amountUsd })).toMatchObject({
        status: 400,
      });
    }
  });
});
