import { routes } from "@agent-treasury/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTreasury } from "../create/create-treasury.ts";
import { memoryStorage } from "../memory.ts";
import type { Treasury } from "../treasury.ts";

const spend = { amountUsd: 3, vendor: "Acme", purpose: "paper" };

describe("operations for code in the process", () => {
  let treasury: Treasury;
  beforeEach(() => {
    const baseUrl = "http://localhost:3000";
    treasury = createTreasury({ baseUrl, storage: memoryStorage(), access: "guests" });
  });
  afterEach(() => treasury.close());

  it("are the methods that the contract states", () => {
    const missing = Object.values(routes).flatMap(({ call }) => {
      const path = call?.replace(/^treasury\./, "").split(".") ?? [];
      const method = path.reduce(
        (group, name) => Reflect.get(group, name) as object,
        treasury as object,
      );
      return typeof method === "function" || call === undefined ? [] : [call];
    });
    expect(missing).toEqual([]);
  });

  it("act as the named agent, whose own records alone they show", async () => {
    const { proposal } = await treasury.propose({ ...spend, agentId: "buyer", operator: "Ada" });
    expect(proposal).toMatchObject({ agentId: "buyer" });
    const read = (agentId: string) => treasury.proposal({ proposalId: proposal.id, agentId });
    expect((await read("buyer")).proposal.id).toBe(proposal.id);
    await expect(read("writer")).rejects.toMatchObject({ code: "proposal_not_found" });
    const { tab } = await treasury.tabs.open({ ...spend, minutes: 5, agentId: "buyer" });
    await expect(treasury.tabs.read({ tabId: tab.id, agentId: "writer" })).rejects.toMatchObject({
      code: "tab_not_found",
    });
    expect((await treasury.tabs.list({ agentId: "writer" })).tabs).toEqual([]);
  });

  it("read the records of agents of the service, whose names no caller can use", async () => {
    const { proposal } = await treasury.propose(spend);
    expect(proposal.agentId).toBe("person");
    const { id: proposalId } = proposal;
    const { tab } = await treasury.tabs.open({ ...spend, minutes: 5 });
    for (const agentId of ["person", "agent", "plugin:shop"]) {
      const { tabs } = await treasury.tabs.list({ agentId });
      expect(tabs.map(({ id }) => id)).toEqual(agentId === "person" ? [tab.id] : []);
      expect((await treasury.refunds.list({ agentId })).cases).toEqual([]);
      const rejected = { code: "invalid_request" };
      await expect(treasury.propose({ ...spend, agentId })).rejects.toMatchObject(rejected);
      await expect(treasury.budget({ agentId })).rejects.toMatchObject(rejected);
      const page = { url: "https://shop.example/a", purpose: "a page", maximumUsd: 5 };
      await expect(treasury.fetchPaid({ ...page, agentId })).rejects.toMatchObject(rejected);
      const tabOf = treasury.tabs.open({ ...spend, minutes: 5, agentId });
      await expect(tabOf).rejects.toMatchObject(rejected);
    }
    const agentId = "person";
    expect((await treasury.proposal({ proposalId, agentId })).proposal.id).toBe(proposalId);
    expect((await treasury.tabs.read({ tabId: tab.id, agentId })).tab.id).toBe(tab.id);
  });

  it("treat an agent of null as omitted", async () => {
    const agentId = null as never;
    expect((await treasury.propose({ ...spend, agentId })).proposal.agentId).toBe("person");
    const { tab } = await treasury.tabs.open({ ...spend, minutes: 5, agentId: "buyer" });
    expect((await treasury.tabs.list({ agentId })).tabs.map(({ id }) => id)).toEqual([tab.id]);
  });

  it("treat the named person as verified", async () => {
    const { action } = await treasury.allocations.set({
      id: "ads",
      name: "Ads",
      limitUsd: 5,
      operator: " Ada ",
    });
    expect(action).toMatchObject({ startedBy: "Ada", status: "done" });
  });

  it("count the named person once with the person who signs in by this name", async () => {
    // With an ideographic space, which the id of a name does not have.
    const name = "\u5c71\u7530\u3000\u592a\u90ce";
    const baseUrl = "http://localhost:3000";
    const signedIn = createTreasury({
      baseUrl,
      storage: memoryStorage(),
      budget: { startingCapitalUsd: 100 },
      authenticate: () => ({ name }),
      rules: { version: 1, rules: [{ id: "two", then: { requireApprovals: { count: 2 } } }] },
    });
    const { proposal } = await signedIn.propose(spend);
    const decision = { proposalId: proposal.id, decision: "approve" } as const;
    await signedIn.decide({ ...decision, operator: name });
    const response = await signedIn.handler(
      new Request(`${baseUrl}/api/service/treasury/decide`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(decision),
      }),
    );
    const decided = (await response.json()) as { readonly proposal: object };
    expect(decided.proposal).toMatchObject({ status: "pending", approvals: { given: 1 } });
    await signedIn.close();
  });

  it("keep the fields of an operation that have the name of a caller's", async () => {
    const issued = await treasury.credentials.issue({
      agentId: "buyer",
      name: "Buyer",
      operator: "Ada",
    });
    expect(issued.credential).toMatchObject({ agentId: "buyer" });
  });

  it("reject input that a request could not have", async () => {
    await expect(treasury.tabs.open({ ...spend, minutes: -1 })).rejects.toMatchObject({
      code: "invalid_request",
    });
    await expect(
      treasury.tabs.confirm({ tabId: "tab_1", number: 1, agentId: "buyer" } as never),
    ).rejects.toMatchObject({ code: "tab_not_found" });
  });
});
