import type { TabAnswer, TabList, TabReading, TabReservation } from "@agent-treasury/contract";
import { describe, expect, it } from "vitest";
import {
  type AgentWorld,
  adasToken,
  agentWorld,
  bearer,
} from "../external-agents/agent-world.fixture.ts";
import { sellerOrigin, testSeller } from "../paid-fetch/test-seller.fixture.ts";
import { publishedBy } from "../rules/published-by.fixture.ts";

const workspaceId = "acme";
const opening = { workspaceId, amountUsd: 5, vendor: "Models", purpose: "drafts", minutes: 60 };

interface TabWorld extends AgentWorld {
  readonly agent: Readonly<Record<string, string>>;
  readonly meter: Readonly<Record<string, string>>;
  readonly person: Readonly<Record<string, string>>;
  readonly tabId: string;
}

/** A tab that the agent `buyer` opened, and a meter. */
async function tabWorld(): Promise<TabWorld> {
  const world = agentWorld();
  const agent = bearer((await world.issue()).token);
  const issued = await world.issue({ agentId: "gateway", name: "Gateway", role: "meter" });
  expect(issued.credential.role).toBe("meter");
  const { body } = await world.send<TabAnswer>("POST /treasury/tabs", agent, opening);
  expect(body.tab.status).toBe("open");
  return {
    ...world,
    agent,
    meter: bearer(issued.token),
    person: bearer(adasToken),
    tabId: body.tab.id,
  };
}

describe("a meter's credential", () => {
  it("reserves, settles and cancels on every tab of its workspace", async () => {
    const { send, meter, tabId } = await tabWorld();
    const path = `/treasury/tabs/${tabId}`;
    const reserve = { workspaceId, amountUsd: 0.5, meter: "gpt" };
    const first = await send<TabReservation>(`POST ${path}/reserve`, meter, reserve);
    const second = await send<TabReservation>(`POST ${path}/reserve`, meter, reserve);
    const { number } = first.body;
    const settled = { workspaceId, number, amountUsd: 0.125 };
    await send(`POST ${path}/settle`, meter, settled);
    const cancel = { workspaceId, number: second.body.number };
    const { body } = await send<TabReading>(`POST ${path}/cancel`, meter, cancel);
    expect(body.tab).toMatchObject({ chargedUsd: 0.125, reservedUsd: 0, openReservations: 0 });
    const listed = await send<TabList>(`GET /treasury/tabs?workspaceId=${workspaceId}`, meter);
    expect(listed.body.tabs).toMatchObject([{ id: tabId }]);
  });

  it.each([
    ["POST /treasury/tabs", opening],
    ["POST /treasury/proposals", { workspaceId, amountUsd: 5, vendor: "A", purpose: "b" }],
    ["POST /treasury/decide", { workspaceId, proposalId: "p", decision: "approve" }],
    ["POST /treasury/tabs/t/close", { workspaceId }],
    ["POST /treasury/tabs/t/confirm", { workspaceId, number: 1 }],
    ["POST /treasury/freezes", { workspaceId, scope: "agent", id: "gateway" }],
    ["GET /treasury?workspaceId=acme", undefined],
  ])("cannot use %s", async (route, body) => {
    const { send, meter } = await tabWorld();
    expect(await send(route, meter, body)).toMatchObject({
      status: 403,
      body: { code: "forbidden" },
    });
  });

  it("cannot use MCP", async () => {
    const { treasury, meter } = await tabWorld();
    const request = new Request("http://localhost:3000/api/service/mcp", {
      method: "POST",
      headers: { ...meter, "content-type": "application/json" },
      body: "{}",
    });
    expect((await treasury.handler(request)).status).toBe(403);
  });
});

describe("an agent's credential", () => {
  it("cannot cancel, confirm or use another agent's tab", async () => {
    const { send, agent, issue, tabId } = await tabWorld();
    const path = `/treasury/tabs/${tabId}`;
    for (const what of ["cancel", "confirm"]) {
      const asked = { workspaceId, number: 1 };
      expect(await send(`POST ${path}/${what}`, agent, asked)).toMatchObject({ status: 403 });
    }
    const other = bearer((await issue({ agentId: "other", name: "Other" })).token);
    const reserve = { workspaceId, amountUsd: 0.5 };
    expect(await send(`POST ${path}/reserve`, other, reserve)).toMatchObject({
      status: 404,
      body: { code: "tab_not_found" },
    });
  });

  it("spends on no tab of another allocation than its own", async () => {
    const seller = testSeller();
    const world = agentWorld({
      executors: { executor: seller.executor },
      outbound: seller.outbound,
      paidFetch: { origins: [sellerOrigin] },
    });
    const { treasury, issue, send } = world;
    const small = { workspaceId, id: "small", limitUsd: 1, per: "day", operator: "Ada" } as const;
    await treasury.allocations.set(small);
    const confined = bearer((await issue({ allocationId: "small" })).token);
    const opened = { ...opening, forAgent: "buyer", payee: sellerOrigin };
    const { body } = await send<TabAnswer>("POST /treasury/tabs", bearer(adasToken), opened);
    const { id: tabId, status } = body.tab;
    expect(status).toBe("open");
    const path = `POST /treasury/tabs/${tabId}`;
    const bought = { workspaceId, url: `${sellerOrigin}/weather`, purpose: "weather", tabId };
    const reserved = await treasury.tabs.reserve({ workspaceId, tabId, amountUsd: 0.1 });
    for (const [route, asked] of [
      [`${path}/reserve`, { workspaceId, amountUsd: 2 }],
      [`${path}/charge`, { workspaceId, chargeId: "one", amountUsd: 2 }],
      [`${path}/settle`, { workspaceId, number: reserved.number, amountUsd: 2 }],
      ["POST /treasury/paid-requests", bought],
    ] as const) {
      const { status: answered } = await send(route, confined, asked);
      expect([route, answered]).toEqual([route, 403]);
    }
    expect(seller.orders).toEqual([]);
    const free = bearer((await issue()).token);
    expect(await send("POST /treasury/paid-requests", free, bought)).toMatchObject({
      status: 200,
      body: { proposal: { status: "executed" } },
    });
  });

  it("ends the tab for meters, too, once it is revoked", async () => {
    const { send, meter, person, tabId } = await tabWorld();
    const path = `/treasury/tabs/${tabId}`;
    const reserve = { workspaceId, amountUsd: 0.5 };
    const { body } = await send<TabReservation>(`POST ${path}/reserve`, meter, reserve);
    const listed = await send<{ credentials: { id: string; agentId: string }[] }>(
      `GET /treasury/credentials?workspaceId=${workspaceId}`,
      person,
    );
    const id = listed.body.credentials.find(({ agentId }) => agentId === "buyer")?.id;
    await send(`POST /treasury/credentials/${id}/revoke`, person, { workspaceId });
    expect(await send(`POST ${path}/reserve`, meter, reserve)).toMatchObject({
      status: 409,
      body: { code: "tab_closed" },
    });
    const settled = { workspaceId, number: body.number, amountUsd: 0.25 };
    const after = await send<TabReading>(`POST ${path}/settle`, meter, settled);
    expect(after.body.tab.chargedUsd).toBe(0.25);
  });
});

it("reserves once for requests with one key", async () => {
  const { send, meter, tabId } = await tabWorld();
  const headers = { ...meter, "idempotency-key": "one" };
  const reserve = { workspaceId, amountUsd: 0.5 };
  const path = `POST /treasury/tabs/${tabId}/reserve`;
  const first = await send<TabReservation>(path, headers, reserve);
  const again = await send<TabReservation>(path, headers, reserve);
  expect(again.body).toEqual(first.body);
  expect(again.body.tab.openReservations).toBe(1);
});

it("refuses a payment of an executor for a tab, and a resolution of it", async () => {
  const { treasury, tabId } = await tabWorld();
  const resolution = { workspaceId, proposalId: tabId, outcome: "not_paid" } as const;
  await expect(treasury.resolveSpend(resolution)).rejects.toMatchObject({
    code: "invalid_request",
  });
  for (const notice of [
    { kind: "released", reason: "Closed unused." },
    { kind: "authorization_ended", authorizationId: "iauth_1" },
  ] as const) {
    const reported = { ...notice, workspaceId, proposalId: tabId };
    await expect(treasury.recordSpendNotice(reported)).rejects.toMatchObject({
      code: "invalid_request",
    });
  }
  expect(await treasury.state(workspaceId)).toMatchObject({ heldUsd: 5 });
});

describe("the next tab", () => {
  const question = { workspaceId, minutes: 60 };

  it("is proposed by the person who renews the tab, and not approved by that person alone", async () => {
    const { treasury, tabId } = await tabWorld();
    const then = { requireApprovals: { count: 1, notProposer: true } };
    const rules = { version: 1, rules: [{ id: "other", then }] } as const;
    await publishedBy(treasury, { workspaceId, rules }, ["Ada", "Cy"]);
    const renewal = { ...question, tabId, amountUsd: 40, operator: "Bob" };
    const { proposal, tab } = await treasury.tabs.renew(renewal);
    expect(proposal).toMatchObject({ status: "pending", onBehalfOf: "Bob" });
    expect(tab).toMatchObject({ agentId: "buyer" });
    const decision = { workspaceId, proposalId: tab.id, decision: "approve" } as const;
    await treasury.decide({ ...decision, operator: "Bob" });
    expect((await treasury.tabs.read({ workspaceId, tabId: tab.id })).tab.status).toBe("pending");
    await treasury.decide({ ...decision, operator: "Ada" });
    expect((await treasury.tabs.read({ workspaceId, tabId: tab.id })).tab.status).toBe("open");
  });

  it("is in no other allocation than that of the agent's credential", async () => {
    const { treasury, issue, send, tabId } = await tabWorld();
    await treasury.allocations.set({
      workspaceId,
      id: "small",
      limitUsd: 1,
      per: "day",
      operator: "Ada",
    });
    const confined = bearer((await issue({ allocationId: "small" })).token);
    const renewed = await send<TabAnswer>(`POST /treasury/tabs/${tabId}/renew`, confined, question);
    expect(renewed).toMatchObject({ status: 403, body: { code: "forbidden" } });
  });

  it("ends with the credential of the agent that renews it", async () => {
    const { treasury, issue, send, tabId } = await tabWorld();
    const { credentials } = await treasury.credentials.list({ workspaceId });
    const first = credentials.find(({ agentId }) => agentId === "buyer")!;
    const second = await issue();
    await treasury.credentials.revoke({ workspaceId, credentialId: first.id, operator: "Ada" });
    const path = `POST /treasury/tabs/${tabId}/renew`;
    const { body } = await send<TabAnswer>(path, bearer(second.token), question);
    const reservation = { workspaceId, tabId: body.tab.id, amountUsd: 0.5 };
    expect(await treasury.tabs.reserve(reservation)).toMatchObject({ number: 1 });
    const credentialId = second.credential.id;
    await treasury.credentials.revoke({ workspaceId, credentialId, operator: "Ada" });
    await expect(treasury.tabs.reserve(reservation)).rejects.toMatchObject({ code: "tab_closed" });
  });

  it("holds nothing for a credential that is revoked", async () => {
    const { treasury, tabId } = await tabWorld();
    const { credentials } = await treasury.credentials.list({ workspaceId });
    for (const { id: credentialId } of credentials) {
      await treasury.credentials.revoke({ workspaceId, credentialId, operator: "Ada" });
    }
    await treasury.tabs.close({ workspaceId, tabId });
    const { proposal } = await treasury.tabs.renew({ ...question, tabId, operator: "Ada" });
    expect(proposal).toMatchObject({ status: "failed" });
    expect(await treasury.state(workspaceId)).toMatchObject({ heldUsd: 0 });
  });
});
