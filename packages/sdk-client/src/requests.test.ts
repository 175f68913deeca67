import { routes } from "@agent-treasury/contract";
import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { answers } from "./answers.fixture.ts";
import { type CalledRoute, calls } from "./calls.fixture.ts";
import { createTreasuryClient } from "./create-treasury-client.ts";

const origin = "http://treasury.test";
const server = setupServer();

beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

function answerWith(body: object): Request[] {
  const requests: Request[] = [];
  server.use(
    http.all("*", ({ request }) => {
      requests.push(request.clone());
      return HttpResponse.json(body as Record<string, unknown>);
    }),
  );
  return requests;
}

describe("requests of the client", () => {
  const client = createTreasuryClient({ baseUrl: origin, workspaceId: "acme", operator: "Ada" });

  for (const name of Object.keys(calls) as CalledRoute[]) {
    it(`sends ${name} as in the contract`, async () => {
      expect(calls[name].length).toBeGreaterThan(0);
      for (const call of calls[name]) {
        const requests = answerWith(answers[name]);
        expect(await call.send(client)).toEqual(answers[name]);
        const [request, ...others] = requests;
        expect(others).toEqual([]);
        expect(request?.method).toBe(routes[name].method);
        expect(request?.url).toBe(`${origin}/api/service${call.address}`);
        expect(request?.headers.get("accept")).toBe("application/json");
        const isPost = routes[name].method === "POST";
        expect(request?.headers.get("content-type")).toBe(isPost ? "application/json" : null);
        const text = await request?.text();
        expect(isPost ? JSON.parse(text ?? "") : text).toEqual(isPost ? call.body : "");
      }
    });
  }

  it("includes no workspace or operator by default", async () => {
    const plain = createTreasuryClient({ baseUrl: origin });
    const requests = answerWith(answers.decideProposal);
    await plain.treasury.state();
    await plain.treasury.decide({ proposalId: "prop-1", decision: "deny" });
    expect(requests[0]?.url).toBe(`${origin}/api/service/treasury`);
    expect(await requests[1]?.json()).toEqual({ proposalId: "prop-1", decision: "deny" });
  });

  it("joins another base path with single slashes", async () => {
    const requests = answerWith(answers.readHealth);
    for (const [baseUrl, basePath] of [
      [`${origin}/shop/`, "/money/"],
      [`${origin}/shop`, "money"],
    ] as const) {
      await createTreasuryClient({ baseUrl, basePath }).health();
    }
    expect(requests.map(({ url }) => url)).toEqual([
      `${origin}/shop/money/health`,
      `${origin}/shop/money/health`,
    ]);
  });

  it("calls the header function before each request", async () => {
    const requests = answerWith(answers.readHealth);
    let asked = 0;
    const signedIn = createTreasuryClient({
      baseUrl: origin,
      headers: async () => {
        asked += 1;
        return { authorization: `Bearer token-${asked}` };
      },
    });
    await signedIn.health();
    await signedIn.health();
    expect(requests.map(({ headers }) => headers.get("authorization"))).toEqual([
      "Bearer token-1",
      "Bearer token-2",
    ]);
  });

  it("uses the given fetch", async () => {
    const requests: Request[] = [];
    const direct = createTreasuryClient({
      baseUrl: origin,
      headers: { "x-tenant": "7" },
      fetch: async (input, init) => {
        requests.push(new Request(input, init));
        return Response.json(answers.runTurn);
      },
    });
    await direct.agent.run({ message: "Hello." });
    expect(requests[0]?.headers.get("x-tenant")).toBe("7");
    expect(await requests[0]?.json()).toEqual({ message: "Hello." });
  });

  it.each([".", "..", ""])("rejects the machine id %j before sending", async (id) => {
    const requests = answerWith(answers.destroyMachine);
    for (const attempt of [
      () => client.machines.destroy(id),
      () => client.machines.get(id),
      () => client.machines.exec(id, { command: "true" }),
    ]) {
      await expect(attempt()).rejects.toThrow(TypeError);
    }
    expect(requests).toEqual([]);
  });

  it.each([
    ["a/b", "a%2Fb"],
    ["%2e%2e", "%252e%252e"],
    ["m?x#y", "m%3Fx%23y"],
    ["../treasury", "..%2Ftreasury"],
  ])("encodes the machine id %j as one path segment", async (id, segment) => {
    const requests = answerWith(answers.readMachine);
    await client.machines.get(id);
    expect(requests[0]?.url).toBe(`${origin}/api/service/agents/${segment}`);
  });
});
