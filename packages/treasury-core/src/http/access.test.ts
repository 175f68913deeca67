import { mcpPath } from "@agent-treasury/contract";
import { describe, expect, it } from "vitest";
import { calls, says, testModel } from "../features/agent/test-model.fixture.ts";
import { type TreasuryOptions, createTreasury } from "../index.ts";
import { memoryStorage } from "../memory.ts";
import { type AuthorizationInput, decidingOperator } from "./access.ts";
import { type RequestInput, type ServiceRequest, fromRequest } from "./service-request.ts";

const baseUrl = "http://localhost:3000";

/** Values that an untyped app may return instead of an operator. */
const invalidOperators: readonly unknown[] = [
  null,
  undefined,
  false,
  true,
  0,
  "",
  "Ada",
  {},
  [],
  { name: "" },
  { name: "  " },
  { name: null },
  { name: 7 },
  { name: "Ada", id: "" },
  { name: "Ada", id: 7 },
  { name: "Ada", id: "a\nda" },
  { name: "Ada", id: "a".repeat(129) },
  { name: "Ada", credential: 7 },
  { name: "Ada", groups: "finance" },
  { name: "Ada", groups: [""] },
  { name: "Ada", groups: [7] },
  { name: "Ada", groups: Array.from({ length: 51 }, (_none, index) => `group ${index}`) },
];

async function statusOf(options: Partial<TreasuryOptions>, path: string): Promise<number> {
  const treasury = createTreasury({ baseUrl, storage: memoryStorage(), ...options });
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
  const { status } = await treasury.handler(new Request(`${baseUrl}/api/service${path}`, init));
  await treasury.close();
  return status;
}

describe("a caller without an operator from authenticate", () => {
  it.each(invalidOperators)(
    "is rejected everywhere, synchronously or asynchronously: %j",
    async (answer) => {
      const operator = answer as { name: string };
      const now = await statusOf({ authenticate: () => operator }, "/treasury/reset");
      const later = await statusOf({ authenticate: async () => operator }, "/treasury/reset");
      expect([now, later]).toEqual([401, 401]);
    },
  );

  it.each([null, undefined])("is not an external agent either: %j", async (answer) => {
    const mcp: TreasuryOptions["mcp"] = {
      server: { specificationVersion: "1", answer: async () => new Response("{}") },
      authenticate: async () => answer as null,
    };
    expect(await statusOf({ mcp, access: "guests" }, mcpPath)).toBe(401);
  });
});

/** Sends a request with three checks, and returns how often they constructed a web Request. */
async function requestsMade(read: boolean): Promise<number> {
  let constructed = 0;
  const web = new Request(`${baseUrl}/api/service/treasury`);
  const asked: ServiceRequest = {
    ...fromRequest(web),
    toRequest: () => {
      constructed += 1;
      return web;
    },
  };
  const seen: unknown[] = [];
  const look = (input: RequestInput): boolean => seen.push(read && input.request) > 0;
  const { handler, close } = createTreasury({
    baseUrl,
    storage: memoryStorage(),
    authenticate: (input) => ({ name: input.headers.get("x-user") ?? String(look(input)) }),
    authorize: look,
    rateLimit: (input) => (look(input) ? null : 1),
  });
  expect(await handler.serve?.(asked)).toMatchObject({ status: 200 });
  await close();
  expect(seen).toEqual(Array.from({ length: 3 }, () => read && web));
  return constructed;
}

it("requests a web Request from the adapter only if a check reads it", async () => {
  expect([await requestsMade(false), await requestsMade(true)]).toEqual([0, 3]);
});

describe("a deciding operator", () => {
  it("is identified by the id, and by the name without an id", () => {
    const groups = ["finance"];
    expect(decidingOperator({ name: "Ada", id: "u1", groups }, "Bob")).toEqual({
      name: "Ada",
      verified: true,
      id: "u1",
      groups,
    });
    expect(decidingOperator({ name: "Ada" }, undefined)).toMatchObject({ id: "Ada", groups: [] });
  });

  it("has no id without authentication", () => {
    expect(decidingOperator(null, " Bob ")).toEqual({
      name: "Bob",
      verified: false,
      id: null,
      groups: [],
    });
  });
});

describe("an operator from authenticate", () => {
  it("is accepted with all its fields", async () => {
    const seen: unknown[] = [];
    const operator = { name: "Ada", team: "ledger" };
    const authorize: TreasuryOptions["authorize"] = (input) => seen.push(input.operator) > 0;
    const options = { authenticate: async () => operator, authorize };
    expect(await statusOf(options, "/treasury/reset")).toBe(200);
    expect(seen).toEqual([operator]);
  });
});

describe("a decision that resumes a turn", () => {
  it("is rejected without changes if the operator may not resume that turn", async () => {
    const asked: AuthorizationInput[] = [];
    const treasury = createTreasury({
      baseUrl,
      storage: memoryStorage(),
      budget: { startingCapitalUsd: 100 },
      model: testModel(
        calls("propose_spend", { amountUsd: 12, vendor: "Acme", purpose: "a lamp" }),
        says("Bought."),
      ),
      authenticate: () => ({ name: "Ada" }),
      authorize: (question) => {
        asked.push(question);
        return question.action !== "resumeTurn";
      },
    });
    const { turnId, state } = await treasury.runTurn({ message: "Buy a lamp." });
    const decision = { proposalId: state.proposals[0]?.id, decision: "approve" };
    const decide = (more: object): Promise<Response> => {
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ ...decision, ...more });
      const address = `${baseUrl}/api/service/treasury/decide`;
      return treasury.handler(new Request(address, { method: "POST", headers, body }));
    };
    expect((await decide({ resume: true })).status).toBe(403);
    expect((await treasury.state()).pendingCount).toBe(1);
    expect(asked.map(({ action }) => action)).toEqual(["decideProposal", "resumeTurn"]);
    expect({ ...asked[1], request: null, headers: null }).toEqual({
      operator: { name: "Ada" },
      action: "resumeTurn",
      workspaceId: "demo",
      turnId,
      request: null,
      headers: null,
    });
    expect((await decide({})).status).toBe(200);
    await treasury.close();
  });
});
