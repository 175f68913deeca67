import { mcpPath, type RouteName, routes } from "@agent-treasury/contract";
import { describe, expect, it, vi } from "vitest";
import {
  adasToken,
  agentWorld,
  bearer,
  lamp,
  sendTo,
  staticToken,
} from "../features/external-agents/agent-world.fixture.ts";
import type { TreasuryOptions } from "../index.ts";
import { operatorCookie } from "./operator-tokens.ts";

const cookie = `${operatorCookie}=${adasToken}`;

const operations = (Object.keys(routes) as RouteName[]).filter(
  (name) => routes[name].access === "authorize",
);

const charge = { workspaceId: "acme", number: 1, chargeId: "c", amountUsd: 1 };

const tabInputs: { readonly [Name in RouteName]?: object } = {
  openTab: { workspaceId: "acme", ...lamp, minutes: 60 },
  reserveOnTab: charge,
  settleOnTab: charge,
  chargeTab: charge,
  renewTab: { workspaceId: "acme", minutes: 60 },
  openRefundCase: { workspaceId: "acme", proposalId: "prop_1", reason: "late" },
};

const fail = (): never => {
  throw new Error("The directory is away.");
};

describe("an agent's token beside an operator's cookie", () => {
  it.each(["credential", "token from the configuration"])(
    "cannot decide, and the spend stays pending: %s",
    async (kind) => {
      const world = agentWorld({ authorize: () => true });
      const token = kind === "credential" ? (await world.issue()).token : staticToken;
      const { body } = await world.send("POST /treasury/proposals", bearer(token), lamp);
      const { id } = body.proposal;
      const decision = { workspaceId: "acme", proposalId: id, decision: "approve" };
      const both = { ...bearer(token), cookie };
      expect(await world.send("POST /treasury/decide", both, decision)).toMatchObject({
        status: 403,
        body: { code: "forbidden" },
      });
      expect((await world.treasury.state("acme")).proposals).toMatchObject([{ status: "pending" }]);
      const alone = { cookie };
      expect(await world.send("POST /treasury/decide", alone, decision)).toMatchObject({
        status: 200,
      });
    },
  );

  it.each(operations)("reaches %s only if agents may call it", async (name) => {
    const authorize = vi.fn<() => boolean>(() => false);
    const world = agentWorld();
    const { token } = await world.issue();
    const { method, path } = routes[name];
    const route = `${method} ${path.replace(/\{\w+\}/, "prop_1")}`;
    const given =
      name in tabInputs
        ? tabInputs[name]
        : {
            workspaceId: "acme",
            ...lamp,
            scope: "workspace",
            url: "https://a.example/",
          };
    const body = method === "POST" ? given : undefined;
    const strict = world.open({ authorize });
    const { status } = await sendTo(strict, route, { ...bearer(token), cookie }, body);
    expect(status).toBe(403);
    const open = [
      "readBudget",
      "createProposal",
      "openTab",
      "listTabs",
      "readTab",
      "listTabCharges",
      "reserveOnTab",
      "settleOnTab",
      "chargeTab",
      "closeTab",
      "renewTab",
      "openRefundCase",
      "listRefundCases",
      "readRefundCase",
      "askSellerAgain",
      "fetchPaid",
      "readProposal",
      "readResource",
      "freeze",
    ];
    const mayCall = open.includes(name);
    expect(authorize).toHaveBeenCalledTimes(mayCall ? 1 : 0);
  });

  it("is refused if it is unknown, and never becomes the operator's request", async () => {
    const world = agentWorld();
    const { token } = await world.issue();
    const forged = [
      `${token.slice(0, -1)}${token.endsWith("0") ? "1" : "0"}`,
      "agt_",
      "agt_YWNtZQ_0_0",
      token.replace("agt_", "AGT_"),
      `${token}, Bearer ${adasToken}`,
      `${adasToken}, Bearer ${token}`,
      `${token} ${adasToken}`,
    ];
    for (const each of forged) {
      const headers = { ...bearer(each), cookie };
      const answer = await world.send("GET /treasury?workspaceId=acme", headers);
      expect([each, answer.status, answer.body.code]).toEqual([each, 401, "unauthenticated"]);
    }
  });

  it("is refused while the configured agents cannot be looked up", async () => {
    const { treasury } = agentWorld({
      mcp: {
        server: { specificationVersion: "1", answer: async () => new Response("{}") },
        authenticate: fail,
      },
    });
    expect(await sendTo(treasury, "GET /treasury", { cookie })).toMatchObject({ status: 503 });
  });
});

describe("an agent's request", () => {
  it("is in the workspace of its credential, and in no other", async () => {
    const world = agentWorld();
    const { token } = await world.issue();
    const send = (more: object) =>
      world.send("POST /treasury/proposals", bearer(token), { ...lamp, ...more });
    expect((await send({})).body.proposal.workspaceId).toBe("acme");
    expect((await send({ workspaceId: " acme " })).body.proposal.workspaceId).toBe("acme");
    for (const workspaceId of ["demo", "other", 7]) {
      expect(await send({ workspaceId })).toMatchObject({ status: 403 });
    }
    const path = "GET /treasury/proposals/prop_1?workspaceId=demo";
    expect(await world.send(path, bearer(token))).toMatchObject({ status: 403 });
  });

  it("is passed to authorize and rateLimit with the agent, and without an operator", async () => {
    const seen: unknown[] = [];
    const look: NonNullable<TreasuryOptions["authorize"]> = ({ operator, agent, action }) => {
      seen.push([operator, agent?.id, agent?.owner, action]);
      return true;
    };
    const world = agentWorld();
    const { token } = await world.issue();
    const treasury = world.open({
      authorize: look,
      rateLimit: (input) => (look(input) === true ? null : 1),
    });
    await sendTo(treasury, "POST /treasury/proposals", { ...bearer(token), cookie }, lamp);
    const expected = [null, "buyer", { id: "Ada", name: "Ada" }, "createProposal"];
    expect(seen).toEqual([expected, expected]);
  });

  it("may use the credential for MCP, also if no agents are configured", async () => {
    const { open, issue } = agentWorld();
    const { token } = await issue();
    const server = { specificationVersion: "1", answer: async () => new Response("{}") } as const;
    const treasury = open({ mcp: { server } });
    const path = `POST ${mcpPath}`;
    expect(await sendTo(treasury, path, bearer(token), {})).toMatchObject({ status: 200 });
    expect(await sendTo(treasury, path, bearer(adasToken), {})).toMatchObject({ status: 401 });
  });

  it("may read public operations", async () => {
    const { send } = agentWorld();
    expect(await send("GET /health", bearer("agt_unknown"))).toMatchObject({ status: 200 });
  });
});

describe("a deployment without sign-in", () => {
  it("refuses agents, and the issue of credentials", async () => {
    const world = agentWorld();
    const { token } = await world.issue();
    const treasury = world.openWithoutSignIn();
    for (const each of [token, staticToken]) {
      const answer = await sendTo(treasury, "POST /treasury/proposals", bearer(each), lamp);
      expect(answer).toMatchObject({ status: 500, body: { code: "access_not_chosen" } });
    }
    const request = { workspaceId: "acme", agentId: "buyer", name: "Buyer" };
    const issued = await sendTo(treasury, "POST /treasury/credentials", {}, request);
    expect(issued).toMatchObject({ status: 500, body: { code: "access_not_chosen" } });
    await expect(treasury.credentials.issue(request)).rejects.toMatchObject({
      code: "access_not_chosen",
    });
    expect(await sendTo(treasury, "GET /treasury", {})).toMatchObject({ status: 200 });
  });

  it("accepts them if access is `guests`, and an agent's token still cannot decide", async () => {
    const world = agentWorld();
    const { token } = await world.issue();
    const guests = world.openWithoutSignIn({ access: "guests" });
    const { status, body } = await sendTo(guests, "POST /treasury/proposals", bearer(token), lamp);
    expect(status).toBe(200);
    const proposalId = body.proposal.id;
    const decision = { workspaceId: "acme", proposalId, decision: "approve" };
    const decided = await sendTo(guests, "POST /treasury/decide", bearer(token), decision);
    expect(decided).toMatchObject({ status: 403 });
  });
});
