import { describe, expect, it, vi } from "vitest";
import * as z from "zod";
import type { FailureReport, RateLimit } from "../../index.ts";
import type { PluginRoute, SignedPluginRoute } from "./plugin-route.ts";
import { echoRoute, emptyOutput, pluginWorld, send } from "./plugin-world.fixture.ts";

const anonymous = { token: null } as const;
const everything = { routes: [echoRoute()] };
const post = "POST /plugins/notes/echo";

describe("a route of a plugin", () => {
  it("answers a signed-in person, with the headers of any other operation", async () => {
    const { treasury } = pluginWorld(everything);
    const sent = await send(treasury, post, {
      body: { text: "hi" },
      headers: { "x-request-id": "abc" },
    });
    expect(sent).toMatchObject({ status: 200, body: { input: { text: "hi" } } });
    expect(sent.headers.get("x-request-id")).toBe("abc");
    expect(sent.headers.get("cache-control")).toBe("no-store");
  });

  it("gets its parameters, query and workspace, parsed by its schema", async () => {
    const run = vi.fn<PluginRoute["run"]>(async () => null);
    const route = echoRoute({
      method: "GET",
      path: "/items/{itemId}/parts",
      input: z.object({ itemId: z.string(), count: z.coerce.number().max(9) }),
      run,
    });
    const { treasury } = pluginWorld({ routes: [route] });
    const path = "GET /plugins/notes/items/a%20b/parts";
    await send(treasury, `${path}?count=3&workspaceId=acme`);
    const call = expect.objectContaining({
      workspaceId: "acme",
      principal: { operator: { name: "Ada" } },
    });
    expect(run).toHaveBeenCalledWith({ itemId: "a b", count: 3 }, call);
    expect(await send(treasury, `${path}?count=10`)).toMatchObject({
      status: 400,
      body: { code: "invalid_request" },
    });
    // Otherwise the misspelled field would select the default workspace.
    expect((await send(treasury, `${path}?count=3&workspaceid=acme`)).status).toBe(400);
    expect((await send(treasury, `${path}?count=3&workspaceId=a/b`)).status).toBe(400);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["no credential", anonymous, 401, "unauthenticated"],
    [
      "a foreign origin",
      { headers: { origin: "https://evil.example" } },
      403,
      "origin_not_allowed",
    ],
    ["a foreign host", { headers: { host: "evil.example" } }, 403, "host_not_allowed"],
    ["a large body", { body: { text: "x".repeat(1_100_000) } }, 413, "body_too_large"],
    ["a body that is not JSON", { body: "{" }, 400, "invalid_json"],
    [
      "another content type",
      { headers: { "content-type": "text/plain" } },
      415,
      "unsupported_content_type",
    ],
  ])("rejects %s", async (_what, init, status, code) => {
    const run = vi.fn<PluginRoute["run"]>(async () => null);
    const { treasury } = pluginWorld({ routes: [echoRoute({ run })] });
    const sent = await send(treasury, post, { body: {}, ...init });
    expect(sent).toMatchObject({ status, body: { code, requestId: expect.any(String) } });
    expect(run).not.toHaveBeenCalled();
  });

  it("answers 405 with its methods, 204 to OPTIONS, and 404 beside it", async () => {
    const { treasury } = pluginWorld(everything, { allowedOrigins: ["https://app.example"] });
    const wrong = await send(treasury, "DELETE /plugins/notes/echo");
    expect(wrong).toMatchObject({ status: 405, body: { code: "method_not_allowed" } });
    expect(wrong.headers.get("allow")).toBe("POST, OPTIONS");
    const headers = { origin: "https://app.example" };
    const options = await send(treasury, "OPTIONS /plugins/notes/echo", { headers });
    expect(options.status).toBe(204);
    expect(options.headers.get("access-control-allow-origin")).toBe("https://app.example");
    for (const path of ["echo/", "Echo", "echo/..", "%65cho"]) {
      expect((await send(treasury, `POST /plugins/notes/${path}`, { body: {} })).status).not.toBe(
        200,
      );
    }
  });

  it("is limited by rateLimit under its own action", async () => {
    const rateLimit = vi.fn<RateLimit>(() => 7);
    const { treasury } = pluginWorld(everything, { rateLimit });
    const sent = await send(treasury, post, { body: { workspaceId: "acme" } });
    expect(sent).toMatchObject({ status: 429, body: { code: "rate_limited" } });
    expect(rateLimit).toHaveBeenCalledWith(
      expect.objectContaining({ action: "plugin:notes:echo", workspaceId: "acme" }),
    );
  });

  it("hides the error of a plugin and reports it", async () => {
    const onFailure = vi.fn<(report: FailureReport) => void>();
    const failing = echoRoute({ run: () => Promise.reject(new Error("secret detail")) });
    const { treasury } = pluginWorld({ routes: [failing] }, { onFailure });
    const sent = await send(treasury, post, { body: {} });
    expect(sent).toMatchObject({ status: 500, body: { code: "internal_error" } });
    expect(JSON.stringify(sent.body)).not.toContain("secret");
    expect(onFailure).toHaveBeenCalledWith(
      expect.objectContaining({ action: "plugin:notes:echo" }),
    );
  });

  it("refuses the credentials of agents, whatever the rules return", async () => {
    const { treasury } = pluginWorld(everything, {
      authenticate: () => ({ name: "Ada" }),
      authorize: () => true,
    });
    const { token } = await treasury.credentials.issue({
      workspaceId: "acme",
      agentId: "buyer",
      name: "Buyer",
      operator: "Ada",
    });
    const sent = await send(treasury, post, { token, body: { workspaceId: "acme" } });
    expect(sent).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect((await send(treasury, post, { body: {} })).status).toBe(200);
  });

  it("reads as its caller, under the actions of the reads", async () => {
    const asked: string[] = [];
    const read = echoRoute({
      run: async (_input, call) => ({
        balance: (await call.readTreasury()).balanceUsd,
        proposal: (await call.readProposal("prop_1")).id,
      }),
    });
    const denied = { action: "" };
    const { treasury } = pluginWorld(
      { routes: [read] },
      {
        authorize: ({ action, operator }) => {
          asked.push(`${action} ${operator?.name}`);
          return action !== denied.action;
        },
      },
    );
    // The proposal does not exist.
    expect((await send(treasury, post, { body: {} })).body["code"]).toBe("proposal_not_found");
    expect(asked).toEqual(["plugin:notes:echo Ada", "readTreasury Ada", "readProposal Ada"]);
    for (const action of ["readTreasury", "readProposal"]) {
      denied.action = action;
      expect((await send(treasury, post, { body: {} })).status).toBe(403);
    }
  });
});

describe("a signed route of a plugin", () => {
  const receive = vi.fn<SignedPluginRoute["receive"]>(async ({ body }) => ({
    bytes: body.byteLength,
  }));
  const route = {
    name: "receive",
    path: "/deliveries/{source}",
    summary: "Receive a delivery",
    signatureHeader: "X-Signature",
    output: emptyOutput,
    receive,
  };
  const path = "POST /plugins/notes/deliveries/slack";
  const headers = { "x-signature": "v1", "content-type": "text/plain" };

  it("gets raw bytes and headers without a credential, from any origin", async () => {
    const { treasury } = pluginWorld({ signedRoutes: [route] });
    const sent = await send(treasury, path, {
      ...anonymous,
      headers: { ...headers, origin: "https://other.example" },
      body: "a=1&b=ü",
    });
    expect(sent).toMatchObject({ status: 200, body: { bytes: 8 } });
    expect(receive).toHaveBeenLastCalledWith(
      { body: new TextEncoder().encode("a=1&b=ü"), headers: expect.objectContaining(headers) },
      { source: "slack" },
    );
  });

  it("rejects a request without the header before it reads the body", async () => {
    const { treasury } = pluginWorld({ signedRoutes: [route] });
    receive.mockClear();
    let pulled = 0;
    const body = new ReadableStream(
      {
        pull: (controller) => {
          pulled += 1;
          if (pulled > 100) controller.close();
          else controller.enqueue(new Uint8Array(1_024));
        },
      },
      { highWaterMark: 0 },
    );
    const url = "http://localhost:3000/api/service/plugins/notes/deliveries/slack";
    const request = new Request(url, { method: "POST", body, duplex: "half" } as RequestInit);
    const response = await treasury.handler(request);
    expect([response.status, pulled]).toEqual([401, 0]);
    expect(receive).not.toHaveBeenCalled();
  });

  it("rejects more than 256 KiB", async () => {
    const { treasury } = pluginWorld({ signedRoutes: [route] });
    const fits = await send(treasury, path, { headers, body: "x".repeat(262_144) });
    expect(fits.body).toEqual({ bytes: 262_144 });
    const large = await send(treasury, path, { headers, body: "x".repeat(262_145) });
    expect(large).toMatchObject({ status: 413, body: { code: "body_too_large" } });
  });

  it("answers 405 and OPTIONS like any other route", async () => {
    const { treasury } = pluginWorld({ signedRoutes: [route] });
    const get = path.replace("POST", "GET");
    expect((await send(treasury, get)).headers.get("allow")).toBe("POST, OPTIONS");
    expect((await send(treasury, path.replace("POST", "OPTIONS"))).status).toBe(204);
  });

  it("does not open a called route with a path like its own to other origins", async () => {
    const { treasury } = pluginWorld({
      routes: [echoRoute({ path: "/deliveries/replay" })],
      signedRoutes: [route],
    });
    const init = { body: {}, headers: { origin: "https://other.example" } };
    const sent = await send(treasury, "POST /plugins/notes/deliveries/replay", init);
    expect(sent).toMatchObject({ status: 403, body: { code: "origin_not_allowed" } });
  });
});
