import type { PaidFetchRequest, Proposal } from "@agent-treasury/contract";
import { describe, expect, it } from "vitest";
import { calls, says, testModel } from "../agent/test-model.fixture.ts";
import { testDeployment } from "../agent/two-processes.fixture.ts";
import { agentWorld, bearer, staticToken } from "../external-agents/agent-world.fixture.ts";
import { sellerOrigin, testSeller } from "./test-seller.fixture.ts";

const url = `${sellerOrigin}/weather?city=Bern`;
const asked: PaidFetchRequest = {
  workspaceId: "acme",
  url,
  purpose: "the weather",
  maximumUsd: 5,
};

/** A deployment that lists no origin. */
function openWorld() {
  const seller = testSeller();
  const { executor, outbound } = seller;
  const world = agentWorld({ executors: { executor }, outbound, paidFetch: { ask: true } });
  const decide = (proposal: Proposal | null, approvedAmountUsd?: number) =>
    world.treasury.decide({
      workspaceId: "acme",
      proposalId: proposal?.id ?? "",
      decision: "approve",
      operator: "Ada",
      ...(approvedAmountUsd !== undefined && { approvedAmountUsd }),
    });
  return { ...world, seller, decide };
}

describe("a request to an origin that is not listed", () => {
  it("is sent only after a person approves it, whatever its maximum is", async () => {
    const { treasury, seller, decide } = openWorld();
    const small = { ...asked, maximumUsd: 0.01 };
    const { proposal, resource } = await treasury.fetchPaid(small);
    expect(proposal).toMatchObject({
      status: "pending",
      amountUsd: 0.01,
      vendor: sellerOrigin,
      purpose: `GET ${url}: the weather`,
      quote: { rail: "request", payee: sellerOrigin, maximumUsd: 0.01 },
    });
    expect(proposal?.reason).toContain("sent only after approval");
    expect(resource).toBeNull();
    expect((await treasury.fetchPaid(small)).proposal?.id).toBe(proposal?.id);
    expect(seller.requests).toEqual([]);
    seller.priceUsd = null;
    await decide(proposal);
    expect(seller.requests).toEqual([]);
    expect((await treasury.fetchPaid(small)).resource?.body).toBe("Sunny");
    expect(seller.requests).toHaveLength(1);
  });

  it("moves no money, and its price is decided by the rules", async () => {
    const { treasury, seller, decide } = openWorld();
    const before = await treasury.state("acme");
    const permit = await treasury.fetchPaid(asked);
    const approved = await decide(permit.proposal);
    expect(approved).toMatchObject({ status: "executed", capturedUsd: 0, reference: null });
    const { balanceUsd, spentTodayUsd } = await treasury.state("acme");
    expect({ balanceUsd, spentTodayUsd }).toEqual({
      balanceUsd: before.balanceUsd,
      spentTodayUsd: before.spentTodayUsd,
    });
    const bought = await treasury.fetchPaid(asked);
    expect(bought).toMatchObject({
      proposal: { status: "executed", autoApproved: true, amountUsd: 2 },
      resource: { body: "Sunny" },
    });
    expect(seller.orders).toHaveLength(1);
    expect(await treasury.verify("acme")).toMatchObject({ valid: true });
  });

  it("waits again if the rules want a person for its price", async () => {
    const { treasury, seller, decide } = openWorld();
    seller.priceUsd = 20;
    const dear = { ...asked, maximumUsd: 30 };
    await decide((await treasury.fetchPaid(dear)).proposal);
    const { proposal } = await treasury.fetchPaid(dear);
    expect(proposal).toMatchObject({
      status: "pending",
      amountUsd: 20,
      quote: { rail: "test_rail" },
    });
    await decide(proposal);
    expect((await treasury.fetchPaid(dear)).resource?.body).toBe("Sunny");
  });

  it("is not paid above the amount that the approver allowed", async () => {
    const { treasury, seller, decide } = openWorld();
    await decide((await treasury.fetchPaid(asked)).proposal, 1);
    const refused = treasury.fetchPaid(asked);
    await expect(refused).rejects.toMatchObject({ code: "price_not_accepted" });
    expect(seller.orders).toEqual([]);
  });

  it("is allowed for its address, method and body only", async () => {
    const { treasury, seller, decide } = openWorld();
    const post = { ...asked, method: "POST", body: "a", idempotencyKey: "one" } as const;
    await decide((await treasury.fetchPaid(post)).proposal);
    for (const changes of [
      { url: `${url}&secret=1` },
      { body: "b" },
      { contentType: "application/json" },
      { idempotencyKey: "two" },
    ]) {
      const { proposal } = await treasury.fetchPaid({ ...post, ...changes });
      expect(proposal).toMatchObject({ status: "pending", quote: { rail: "request" } });
    }
    expect(seller.requests).toEqual([]);
  });

  it("is not sent after a denial, nor after the approval expired", async () => {
    const { treasury, seller, decide, clock } = openWorld();
    const { proposal } = await treasury.fetchPaid(asked);
    const denial = { workspaceId: "acme", proposalId: proposal?.id ?? "", operator: "Ada" };
    await treasury.decide({ ...denial, decision: "deny" });
    expect((await treasury.fetchPaid(asked)).proposal).toMatchObject({ status: "denied" });
    const other = { ...asked, purpose: "the weather again" };
    await decide((await treasury.fetchPaid(other)).proposal);
    clock.advance(25 * 3_600_000);
    await expect(treasury.fetchPaid(other)).rejects.toMatchObject({ code: "quote_expired" });
    expect(seller.requests).toEqual([]);
  });

  it("is not allowed by an approval if a rule denies its seller by then", async () => {
    const { treasury, seller, decide } = openWorld();
    const { proposal } = await treasury.fetchPaid(asked);
    const when = { vendors: { in: [sellerOrigin] } };
    const rules = {
      version: 1 as const,
      rules: [{ id: "no-weather", when, then: { deny: true as const } }],
    };
    await treasury.rules.publish({ workspaceId: "acme", rules, operator: "Ada" });
    expect(await decide(proposal)).toMatchObject({ status: "failed" });
    expect((await treasury.fetchPaid(asked)).proposal).toMatchObject({ status: "failed" });
    expect(seller.requests).toEqual([]);
  });

  it("is sent after its approval, but not paid, if a rule denies its seller later", async () => {
    const { treasury, seller, decide } = openWorld();
    await decide((await treasury.fetchPaid(asked)).proposal);
    const rules = {
      version: 1 as const,
      rules: [{ id: "nothing", then: { deny: true as const } }],
    };
    await treasury.rules.publish({ workspaceId: "acme", rules, operator: "Ada" });
    expect((await treasury.fetchPaid(asked)).proposal).toMatchObject({ status: "denied" });
    expect(seller.requests).toHaveLength(1);
    expect(seller.orders).toEqual([]);
  });

  it("is not allowed by an approval from before a reset", async () => {
    const { treasury, seller, decide } = openWorld();
    await decide((await treasury.fetchPaid(asked)).proposal);
    await treasury.reset({ workspaceId: "acme", operator: "Ada" });
    await treasury.fetchPaid(asked).catch(() => null);
    expect(seller.requests).toEqual([]);
  });

  it("needs a maximum", async () => {
    const { treasury } = openWorld();
    const { maximumUsd: _, ...unlimited } = asked;
    const refused = treasury.fetchPaid(unlimited);
    await expect(refused).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("needs the same approval from external agents", async () => {
    const { send, seller, decide } = openWorld();
    const route = "POST /treasury/paid-requests";
    const { proposal } = (await send(route, bearer(staticToken), { ...asked })).body;
    expect(proposal).toMatchObject({ status: "pending", quote: { rail: "request" } });
    expect(seller.requests).toEqual([]);
    await decide(proposal);
    const again = await send(route, bearer(staticToken), { ...asked });
    expect(again.body).toMatchObject({ resource: { body: "Sunny" } });
  });

  it("is repeated by the model after the approval, in the same turn", async () => {
    const seller = testSeller();
    const { executor, outbound } = seller;
    const paidFetch = { ask: true, maximumUsd: 5 };
    const request = calls("fetch_paid", { url, purpose: "the weather" });
    const model = testModel(request, request, says("Done."));
    const deployment = testDeployment({ executors: { executor }, outbound, paidFetch });
    const treasury = deployment.open(model);
    const { turnId, state } = await treasury.runTurn({ message: "Go." });
    expect(seller.requests).toEqual([]);
    const decision = { proposalId: state.proposals[0]?.id ?? "", operator: "Ada" };
    await treasury.decide({ ...decision, decision: "approve" });
    await treasury.resumeTurn({ turnId });
    expect(model.requests[1]?.messages.at(-1)?.content).toContain("It is not sent yet");
    expect(model.requests[2]?.messages.at(-1)?.content).toContain('"text":"Sunny"');
    expect(seller.orders).toHaveLength(1);
  });
});
