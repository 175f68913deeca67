import { describe, expect, it } from "vitest";
import * as z from "zod";
import { outcomeOf } from "../../create/test-treasury.fixture.ts";
import { memoryStorage } from "../../memory.ts";
import type { PluginCall } from "./plugin-route.ts";
import { echoRoute, pluginOf, pluginWorld, send } from "./plugin-world.fixture.ts";
import type { PluginContext } from "./treasury-plugin.ts";
import { documentIndexKey } from "./write-documents.ts";

const secret = "sk_live_abcdefghijklmnop";

/** Everything that is reachable from an object without calling a function. */
function reachable(root: unknown): { readonly names: Set<string>; readonly values: Set<unknown> } {
  const names = new Set<string>();
  const values = new Set<unknown>();
  const visit = (value: unknown): void => {
    if ((typeof value !== "object" && typeof value !== "function") || value === null) {
      values.add(value);
      return;
    }
    if (values.has(value) || value === Object.prototype || value === Function.prototype) return;
    values.add(value);
    for (const key of Reflect.ownKeys(value)) {
      names.add(String(key));
      const { value: own } = Object.getOwnPropertyDescriptor(value, key) ?? {};
      visit(own);
    }
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== Function.prototype) visit(prototype);
  };
  visit(root);
  return { names, values };
}

/** What a plugin receives when it is registered and called. */
async function hostile() {
  const storage = memoryStorage();
  let call: PluginCall | null = null;
  const route = echoRoute({
    run: async (_input, given) => {
      call = given;
      return null;
    },
  });
  const world = pluginWorld({ routes: [route] }, { storage, instructions: secret });
  await send(world.treasury, "POST /plugins/notes/echo", { body: { workspaceId: "acme" } });
  if (call === null) throw new Error("The route was not called.");
  return { ...world, storage, call: call as PluginCall };
}

describe("a plugin that tries what is forbidden", () => {
  it("finds no operation of the treasury, no storage and no secret in what it receives", async () => {
    const { context, call, treasury, storage } = await hostile();
    for (const given of [context, context.documents("acme"), call]) {
      const { names, values } = reachable(given);
      for (const name of Object.keys(treasury)) {
        // Both have methods of these names, of which a plugin gets its own.
        if (name === "propose" || name === "workspaces") continue;
        expect(names).not.toContain(name);
      }
      const forbidden = ["decide", "resolve", "reset", "publish", "unfreeze", "lower", "credit"];
      const ports = ["storage", "commit", "committer", "run", "load", "engine", "options", "env"];
      for (const name of [...forbidden, ...ports]) expect(names).not.toContain(name);
      expect(values).not.toContain(storage);
      expect(
        JSON.stringify([...values].filter((value) => typeof value === "string")),
      ).not.toContain(secret);
    }
    expect(Object.keys(context).toSorted()).toEqual([
      "clock",
      "deliveries",
      "documents",
      "fetch",
      "logger",
      "propose",
      "workspaces",
    ]);
  });

  it("does not get fields of the app's user beside those of a principal", async () => {
    let seen: unknown = null;
    const run = async (_input: unknown, call: PluginCall) => {
      seen = call.principal;
      return null;
    };
    const { treasury } = pluginWorld(
      { routes: [echoRoute({ run })] },
      {
        authenticate: () => ({ name: "Ada", session: secret, groups: ["money"] }),
      },
    );
    await send(treasury, "POST /plugins/notes/echo", { body: {} });
    expect(seen).toEqual({ operator: { name: "Ada", groups: ["money"] } });
  });

  it("cannot replace what other plugins and the treasury use", async () => {
    const { context, call, treasury } = await hostile();
    const attempts: readonly (() => unknown)[] = [
      () => Object.assign(context, { propose: null }),
      () => Object.assign(context.clock, { now: () => 0 }),
      () => Object.assign(context.logger, { info: null }),
      () => Object.assign(context.documents("acme"), { get: null }),
      () => Object.assign(call.principal, { operator: { name: "Bob" } }),
    ];
    for (const attempt of attempts) expect(attempt).toThrow(TypeError);
    const { proposals } = await treasury.state("acme");
    expect(proposals).toEqual([]);
  });

  it("cannot decide by its own proposal", async () => {
    const { context, treasury } = await hostile();
    const spend = { amountUsd: 20, vendor: "Acme", purpose: "paper" };
    const request = { workspaceId: "acme", idempotencyKey: "x", ...spend };
    for (const more of [{ decision: "approve" }, { agentId: "agent" }, { operator: "Ada" }]) {
      await expect(context.propose({ ...request, ...more })).rejects.toMatchObject({
        code: "invalid_request",
      });
    }
    expect((await treasury.state("acme")).proposals).toEqual([]);
    const { id, status } = await context.propose(request);
    expect(status).toBe("pending");
    const { proposal } = await treasury.proposal({ workspaceId: "acme", proposalId: id });
    expect(proposal).toMatchObject({ agentId: "plugin:notes", operator: null });
  });

  it("reads and writes no document of another plugin or of the treasury", async () => {
    const contexts = new Map<string, PluginContext>();
    const spying = (id: string) =>
      pluginOf((context) => {
        contexts.set(id, context);
        return {};
      }, id);
    const storage = memoryStorage();
    const { treasury } = pluginWorld({}, { storage, plugins: [spying("one"), spying("one-two")] });
    await treasury.propose({
      workspaceId: "acme",
      amountUsd: 20,
      vendor: "Acme",
      purpose: "paper",
    });
    await contexts.get("one")?.documents("acme").put("secret", 1, null);
    const other = contexts.get("one-two")?.documents("acme");
    expect(await other?.list()).toEqual([]);
    expect(await other?.get("secret")).toBeNull();
    await other?.remove("secret");
    expect(await contexts.get("one")?.documents("acme").list()).toHaveLength(1);
    const state = await treasury.state("acme");
    for (const id of [state.proposals[0]?.id ?? "", "index", "marker"]) {
      expect(await other?.get(id)).toBeNull();
    }
    for (const id of ["../x-one/secret", "x-one\nsecret", "~index"]) {
      expect(await outcomeOf(other!.get(id))).toBe("invalid_request");
    }
  });

  it("shadows no route of the treasury", async () => {
    const taken = {
      name: "readTreasury",
      method: "GET",
      path: "/treasury",
      input: z.object({}),
    } as const;
    const { treasury } = pluginWorld({
      routes: [echoRoute({ ...taken, run: async () => ({ balanceUsd: 0 }) })],
    });
    expect((await send(treasury, "GET /treasury")).body["balanceUsd"]).toBe(1_000);
    expect((await send(treasury, "GET /plugins/notes/treasury")).body).toEqual({ balanceUsd: 0 });
    const asked: string[] = [];
    const rules = {
      authorizePlugins: ({ action }: { readonly action: string }) => asked.push(action) > 0,
    };
    const again = pluginWorld({ routes: [echoRoute(taken)] }, rules).treasury;
    await send(again, "GET /treasury");
    await send(again, "GET /plugins/notes/treasury");
    // Its action cannot be that of an operation of the treasury.
    expect(asked).toEqual(["plugin:notes:readTreasury"]);
  });

  it("keeps at most 10,000 documents", async () => {
    const { context, storage } = await hostile();
    const documents = context.documents("acme");
    await documents.put("first", 1, null);
    const [before] = await storage.load([
      { workspaceId: "acme", keys: [documentIndexKey("notes")] },
    ]);
    const index = before?.found[0];
    const { head } = before ?? {};
    // Writing 9,998 documents would take seconds.
    await storage.commit([
      {
        id: "0".repeat(32),
        workspaceId: "acme",
        expectedVersion: head!.version,
        next: { ...head!, version: head!.version + 1n },
        entries: [],
        put: [{ ...index!, body: { count: 9_999, newest: 9_999 } }],
        create: [],
        claim: [],
      },
    ]);
    const added = await Promise.all(
      ["a", "b", "c"].map((id) => outcomeOf(documents.put(id, 1, null))),
    );
    expect(added).toEqual([
      expect.objectContaining({ id: "a" }),
      "document_limit_reached",
      "document_limit_reached",
    ]);
    expect(await outcomeOf(documents.put("a", 2, 1))).toMatchObject({ version: 2 });
    await documents.remove("a");
    expect(await outcomeOf(documents.put("b", 1, null))).toMatchObject({ id: "b" });
  });
});
