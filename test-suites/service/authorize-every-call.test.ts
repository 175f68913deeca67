import { inputFields, type RouteName, routes } from "@agent-treasury/contract";
import { type AuthorizationInput, createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { describe, expect, it } from "vitest";
import { fetchDriver } from "./drivers/fetch-driver.ts";
import { authorizedCalls, smallestInput } from "./every-call.ts";

/** Calls a treasury whose `authorize` denies everything. */
async function denied(name: RouteName, input: object) {
  const asked: AuthorizationInput[] = [];
  const storage = memoryStorage();
  const { handler } = createTreasury({
    baseUrl: "http://localhost:3000",
    storage,
    authenticate: () => ({ name: "Ada" }),
    authorize: (question) => {
      asked.push(question);
      return false;
    },
  });
  const driver = fetchDriver.connect({
    origin: "http://localhost:3000",
    fetch: (address, init) => handler(new Request(address, init)),
  });
  const outcome = await driver.call(name, input);
  const questions = asked.map(({ request: _request, headers: _headers, ...rest }) => rest);
  return { outcome, questions, workspaces: await storage.workspaces(null, 10) };
}

/** Operations on a turn. */
const aboutTurns: readonly RouteName[] = ["resumeTurn", "readTurnEvents"];

describe("authorize", () => {
  it.each(authorizedCalls)("is called for %s before anything is done", async (name) => {
    const isOfWorkspace = inputFields(name).includes("workspaceId");
    const input = { ...smallestInput(name), ...(isOfWorkspace && { workspaceId: "acme" }) };
    const { outcome, questions, workspaces } = await denied(name, input);
    expect(outcome).toMatchObject({ ok: false, status: 403 });
    const workspaceId = isOfWorkspace ? "acme" : null;
    const about = { workspaceId, ...(aboutTurns.includes(name) && { turnId: "prop_1" }) };
    expect(questions).toEqual([{ operator: { name: "Ada" }, action: name, ...about }]);
    expect(workspaces).toEqual([]);
  });

  it.each([
    ["readTreasury", {}, "demo"],
    ["startDeposit", { amountUsd: 5 }, "demo"],
    ["listLedger", { workspaceId: " acme " }, "acme"],
  ] as const)("receives the workspace of %s %j", async (name, input, workspaceId) => {
    const { questions } = await denied(name, input);
    expect(questions).toEqual([{ operator: { name: "Ada" }, action: name, workspaceId }]);
  });

  it("is called for every operation but those without a caller", async () => {
    const names = Object.keys(routes) as RouteName[];
    const others = names.filter((name) => !authorizedCalls.includes(name));
    const signed = ["authorizePayment", "receiveWebhook"] as const;
    const open = ["readHealth", "readKeys", "readOpenApi"] as const;
    expect(new Set(others)).toEqual(new Set([...signed, ...open]));
    for (const name of open) {
      const { outcome, questions } = await denied(name, {});
      expect([outcome.ok, questions]).toEqual([true, []]);
    }
  });
});
