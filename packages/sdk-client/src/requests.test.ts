import { type RouteName, inputFields, routes } from "@agent-treasury/contract";
import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { answers } from "./answers.fixture.ts";
import { type CalledRoute, calls } from "./calls.fixture.ts";
import { createTreasuryClient } from "./create-treasury-client.ts";
import type { TreasuryClient } from "./treasury-client.ts";

type Method = (input: object) => Promise<unknown>;

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

  /** Sends a call, and checks everything but its address and body. */
  async function sentBy(
    name: RouteName,
    send: (client: TreasuryClient) => Promise<unknown>,
  ): Promise<{ readonly url: URL; readonly body: unknown }> {
    const { method } = routes[name];
    const requests = answerWith({ [name]: true });
    expect(await send(client)).toEqual({ [name]: true });
    const [request, ...others] = requests;
    expect(others).toEqual([]);
    expect(request?.method).toBe(method);
    expect(request?.headers.get("accept")).toBe("application/json");
    const isPost = method === "POST";
    expect(request?.headers.get("content-type")).toBe(isPost ? "application/json" : null);
    const text = (await request?.text()) ?? "";
    return { url: new URL(request?.url ?? ""), body: isPost ? JSON.parse(text) : text };
  }

  it.each(Object.keys(calls) as CalledRoute[])("sends %s as in the contract", async (name) => {
    expect(calls[name].length).toBeGreaterThan(0);
    for (const { send, address, body = "" } of calls[name]) {
      const sent = await sentBy(name, send);
      expect(sent.url.href).toBe(`${origin}/api/service${address}`);
      expect(sent.body).toEqual(body);
    }
  });

  const named = (Object.keys(routes) as RouteName[]).filter((name) => routes[name].call);

  it.each(named)("sends %s as its method of the contract", async (name) => {
    const { call = "", path, method } = routes[name];
    const given = inputFields(name).filter((field) => !/^(?:workspaceId|operator)$/.test(field));
    const input = Object.fromEntries(given.map((field) => [field, `${field} 1&2`]));
    const { url, body } = await sentBy(name, () => {
      const [group = "", own] = call.split(".");
      const methods = (client as unknown as Record<string, Record<string, Method> & Method>)[group];
      return (
        (own === undefined ? methods : methods?.[own])?.(input) ?? Promise.reject(new Error(call))
      );
    });
    const sent = Object.fromEntries([
      ...Object.entries(input).filter(([field]) => !path.includes(`{${field}}`)),
      ...(inputFields(name).includes("workspaceId") ? [["workspaceId", "acme"]] : []),
      ...(inputFields(name).includes("operator") ? [["operator", "Ada"]] : []),
    ]) as Record<string, string>;
    const filled = path.replace(/\{(\w+)\}/g, (_, field: string) =>
      encodeURIComponent(input[field] ?? ""),
    );
    expect(url.origin + url.pathname).toBe(`${origin}/api/service${filled}`);
    expect(Object.fromEntries(url.searchParams)).toEqual(method === "POST" ? {} : sent);
    expect(body).toEqual(method === "POST" ? sent : "");
  });

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
