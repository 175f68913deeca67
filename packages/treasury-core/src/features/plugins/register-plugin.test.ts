import { systemClock } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { TreasuryOptions } from "../../index.ts";
import { defineTool } from "../../index.ts";
import type { PluginRoute } from "./plugin-route.ts";
import { echoRoute, emptyOutput, pluginOf, pluginWorld, send } from "./plugin-world.fixture.ts";
import type { PluginParts } from "./treasury-plugin.ts";

const withPlugins = (...plugins: NonNullable<TreasuryOptions["plugins"]>) =>
  pluginWorld({}, { plugins });

describe("createTreasury rejects a plugin", () => {
  it.each(["", "Notes", "1st", "a_b", "a/b", "..", "x".repeat(33), undefined])(
    "with the id %j",
    (id) => {
      expect(() => withPlugins({ ...pluginOf({}), id: id as string })).toThrow("id");
    },
  );

  it("with the id of another one", () => {
    expect(() => withPlugins(pluginOf({}))).toThrow("Two plugins have the id notes");
  });

  it.each<[string, Partial<PluginRoute>]>([
    ["path", { path: "" }],
    ["path", { path: "/" }],
    ["path", { path: "echo" }],
    ["path", { path: "/echo/" }],
    ["path", { path: "/../../treasury/reset" }],
    ["path", { path: "/%2e%2e/treasury" }],
    ["path", { path: "//evil.example" }],
    ["path", { path: "/a?b" }],
    ["path", { path: "/(.*)" }],
    ["path", { path: "/{a}{b}" }],
    ["twice", { path: "/{text}/{text}" }],
    ["parameter", { path: "/{other}" }],
    ["name", { name: "a:b" }],
    ["name", { name: "" }],
    ["method", { method: "PUT" as never }],
    ["workspaceId", { input: z.object({ workspaceId: z.string() }) }],
    ["object", { input: z.string() }],
    ["JSON Schema", { input: z.object({ at: z.date() }) }],
    ["$ref", { inputSchema: { type: "object", properties: { text: { $ref: "#/a" } } } }],
    ["$ref", { output: { $ref: "#/components/schemas/Proposal" } }],
  ])("with a route whose %s is invalid: %j", (what, route) => {
    expect(() => pluginWorld({ routes: [echoRoute(route)] })).toThrow(what);
  });

  it.each<[string, Partial<PluginRoute>]>([
    ["name", { path: "/other" }],
    ["method and path", { name: "other" }],
  ])("with two routes of the same %s", (what, route) => {
    expect(() => pluginWorld({ routes: [echoRoute(), echoRoute(route)] })).toThrow(what);
  });

  it("with a tool whose name is taken", () => {
    const tools: PluginParts["tools"] = [
      defineTool({
        name: "propose_spend",
        description: "Propose a spend.",
        parameters: z.object({}),
        effect: "read",
        execute: () => null,
      }),
    ];
    expect(() => pluginWorld({ tools })).toThrow("propose_spend");
  });
});

describe("a registered plugin", () => {
  it("has its routes in the OpenAPI document", async () => {
    const item = echoRoute({
      name: "readItem",
      method: "GET",
      path: "/items/{itemId}",
      input: z.object({ itemId: z.string(), count: z.coerce.number().optional() }),
    });
    const signed = {
      name: "receive",
      path: "/deliveries",
      summary: "Receive a delivery",
      signatureHeader: "x-signature",
      output: emptyOutput,
      receive: async () => null,
    };
    const { treasury } = pluginWorld({ routes: [echoRoute(), item], signedRoutes: [signed] });
    const { body } = await send(treasury, "GET /openapi.json", { token: null });
    expect(
      Object.entries(body["paths"] as object).filter(([path]) => path.startsWith("/plugins")),
    ).toMatchSnapshot();
  });

  it("cannot move a route after it was registered", async () => {
    const route = { ...echoRoute() } as { path: string } & PluginRoute;
    const { treasury } = pluginWorld({ routes: [route] });
    route.path = "/../../treasury";
    expect((await send(treasury, "POST /plugins/notes/echo", { body: {} })).status).toBe(200);
  });

  it("runs one maintenance at a time, aborts it, and closes once", async () => {
    const log: string[] = [];
    const { treasury } = pluginWorld({
      maintain: async (signal) => {
        log.push("begin");
        await new Promise<void>((resolve) => {
          if (log.length > 1) resolve();
          else signal.addEventListener("abort", () => resolve());
        });
        log.push("end");
      },
      close: async () => {
        log.push("close");
      },
    });
    const recoveries = [treasury.recover(), treasury.recover()];
    await Promise.resolve();
    await Promise.all([treasury.close(), treasury.close(), ...recoveries]);
    await treasury.recover();
    expect(log).toEqual(["begin", "end", "close"]);
  });

  it("does not fail because a close aborts its maintenance", async () => {
    const failures: unknown[] = [];
    const { treasury } = pluginWorld(
      {
        maintain: (signal) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener("abort", () => reject(signal.reason));
          }),
      },
      { onFailure: ({ error }) => failures.push(error) },
    );
    const recovery = treasury.recover();
    await Promise.resolve();
    await treasury.close();
    await recovery;
    expect(failures).toEqual([]);
  });

  it("does not hide what was recovered when its maintenance fails", async () => {
    const failures: unknown[] = [];
    const { treasury } = pluginWorld(
      {
        maintain: () => Promise.reject(new Error("broken")),
        close: () => Promise.reject(new Error("stuck")),
      },
      { onFailure: ({ error }) => failures.push(error) },
    );
    expect(await treasury.recover()).toMatchObject({ taken: 0 });
    await treasury.close();
    expect(failures.map(String)).toEqual(["Error: broken", "Error: stuck"]);
  });

  it("cannot keep the process from closing", async () => {
    const failures: unknown[] = [];
    const { treasury } = pluginWorld(
      { close: () => new Promise(() => {}) },
      {
        onFailure: ({ error }) => failures.push(error),
        clock: { ...systemClock, sleep: async () => undefined },
      },
    );
    await treasury.close();
    expect(failures.map(String)).toEqual(["Error: Plugin notes did not close within 5 seconds."]);
  });

  it("proposes as its own agent, once per key, under the rules", async () => {
    const { treasury, context } = pluginWorld();
    const spend = { workspaceId: "acme", idempotencyKey: "june", vendor: "Acme", purpose: "paper" };
    const first = await context.propose({ ...spend, amountUsd: 12 });
    expect(first).toMatchObject({ status: "pending", agentId: "plugin:notes" });
    expect((await context.propose({ ...spend, amountUsd: 12 })).id).toBe(first.id);
    await expect(context.propose({ ...spend, amountUsd: 13 })).rejects.toMatchObject({
      code: "idempotency_key_reused",
    });
    // More than the limit of one spend.
    const large = await context.propose({ ...spend, idempotencyKey: "july", amountUsd: 51 });
    expect(large.status).toBe("denied");
    await treasury.freezes.freeze({
      workspaceId: "acme",
      scope: "agent",
      id: "plugin:notes",
      operator: "Ada",
    });
    await expect(
      context.propose({ ...spend, idempotencyKey: "august", amountUsd: 1 }),
    ).resolves.toMatchObject({ status: "pending" });
    expect((await treasury.state("acme")).balanceUsd).toBe(1_000);
  });

  it("has an agent id that no credential can have", async () => {
    const { treasury } = pluginWorld();
    const credential = { workspaceId: "acme", agentId: "plugin:notes", name: "Notes" };
    await expect(
      treasury.credentials.issue({ ...credential, operator: "Ada" }),
    ).rejects.toMatchObject({ code: "invalid_request" });
    const proposal = { ...credential, amountUsd: 1, vendor: "Acme", purpose: "paper" };
    await expect(treasury.propose(proposal)).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("sends requests through the deployment only", async () => {
    const request = {
      url: "https://a.example/",
      method: "GET",
      headers: {},
      body: null,
      timeoutMs: 1,
      maximumBytes: 1,
      signal: new AbortController().signal,
    } as const;
    await expect(pluginWorld().context.fetch(request)).rejects.toMatchObject({
      code: "outbound_not_connected",
    });
    const response = { status: 204, headers: {}, body: new Uint8Array(), isTruncated: false };
    const outbound = async () => response;
    expect(await pluginWorld({}, { outbound }).context.fetch(request)).toBe(response);
  });

  it("logs without secrets", () => {
    const lines: unknown[] = [];
    const log = (...line: unknown[]) => lines.push(line);
    const { context } = pluginWorld(
      {},
      { logger: { debug: log, info: log, warn: log, error: log } },
    );
    context.logger.warn({ key: "sk_live_abcdefghijklmnop" }, "sk_live_abcdefghijklmnop");
    expect(lines).toEqual([[{ key: "[redacted]" }, "[agent-treasury] notes: [redacted]"]]);
  });
});
