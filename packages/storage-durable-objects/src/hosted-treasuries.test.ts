import { createTreasuryClient, type TreasuryClient } from "@agent-treasury/sdk-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fetchFrom, type Miniflare } from "workerd-for-tests";
import { adaToken, bundleObjects, startObjects } from "./miniflare.fixture.ts";

let worker: Miniflare;
beforeAll(async () => {
  worker = await startObjects(await bundleObjects());
});
afterAll(() => worker.dispose());

const baseUrl = "http://localhost:3000";

function clientOf(workspaceId: string, token: string = adaToken): TreasuryClient {
  const headers = { authorization: `Bearer ${token}` };
  return createTreasuryClient({
    baseUrl,
    workspaceId,
    headers,
    fetch: (...request) => fetchFrom(worker, ...request),
  });
}

const paper = { amountUsd: 4, vendor: "Acme", purpose: "paper" };

describe("a treasury in Durable Objects", () => {
  it("keeps each workspace in an object of its own, and lists all of them", async () => {
    const [one, other] = [clientOf("one"), clientOf("other")];
    const { proposal } = await one.treasury.propose({ ...paper, amountUsd: 40 });
    await other.treasury.propose(paper);
    expect(proposal.status).toBe("pending");
    const { workspaces } = await one.workspaces();
    expect(workspaces.map(({ workspaceId }) => workspaceId)).toEqual(["one", "other"]);
    const inbox = await other.inbox();
    expect(inbox.proposals.map(({ id }) => id)).toEqual([proposal.id]);
    const decided = await one.treasury.decide({ proposalId: proposal.id, decision: "approve" });
    expect(decided.proposal.status).toBe("executed");
    expect((await other.inbox()).proposals).toEqual([]);
    const verified = await Promise.all([one, other].map((client) => client.treasury.verify()));
    expect(verified.map(({ valid }) => valid)).toEqual([true, true]);
    const spent = await Promise.all([one, other].map((client) => client.treasury.state()));
    expect(spent.map(({ expenseUsd }) => expenseUsd)).toEqual([40, 4]);
  });

  it("enforces a limit for concurrent requests", async () => {
    const client = clientOf("capped");
    await client.treasury.setBudget({ limits: { dailySpendCapUsd: 50 } });
    const spends = Array.from({ length: 30 }, (_, index) =>
      client.treasury.propose({ ...paper, purpose: `paper ${index}` }),
    );
    const statuses = (await Promise.all(spends)).map(({ proposal }) => proposal.status);
    const executed = statuses.filter((status) => status === "executed").length;
    expect(executed).toBe(12);
    expect((await client.treasury.state()).expenseUsd).toBe(48);
  });

  it("finds the workspace of an agent's credential", async () => {
    const { token } = await clientOf("agents").credentials.issue({
      agentId: "buyer",
      name: "Buyer",
    });
    const agent = clientOf("agents", token);
    const { proposal } = await agent.treasury.propose(paper);
    expect(proposal).toMatchObject({ workspaceId: "agents", status: "executed" });
  });

  it("stops every workspace with a freeze of all of them", async () => {
    const clients = ["f1", "f2", "f3"].map((workspaceId) => clientOf(workspaceId));
    for (const client of clients) await client.treasury.propose(paper);
    const frozen = await clients[0]!.freezes.freezeAll({ reason: "an incident" });
    expect(frozen.notDone ?? []).toEqual([]);
    for (const client of [...clients, clientOf("born-later")]) {
      const { proposal } = await client.treasury.propose({ ...paper, purpose: "more paper" });
      expect(proposal.status).toBe("pending");
    }
    await clients[0]!.freezes.unfreezeAll({});
  });

  it("does due work by an alarm, without a request", async () => {
    const client = clientOf("alarmed");
    const { tab } = await client.tabs.open({ ...paper, minutes: 60 });
    await client.tabs.reserve({ tabId: tab.id, amountUsd: 1, seconds: 1 });
    await expect
      .poll(async () => (await client.tabs.read({ tabId: tab.id })).tab)
      .toMatchObject({ chargedUsd: 1 });
  });
});

it("rejects a misspelled option with the nearest name", async () => {
  const answer = await worker.dispatchFetch(`${baseUrl}/misspelled`);
  expect(await answer.text()).toContain("The nearest one is `basePath`.");
});
