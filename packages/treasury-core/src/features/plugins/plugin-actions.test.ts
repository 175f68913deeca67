import type { JsonObject, Storage } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { Treasury } from "../../index.ts";
import { memoryStorage } from "../../memory.ts";
import { onlyPending, two } from "../administration/under-two.fixture.ts";
import { publishedBy } from "../rules/published-by.fixture.ts";
import { bobsToken, echoRoute, pluginWorld, send } from "./plugin-world.fixture.ts";
import type { PluginAction } from "./treasury-plugin.ts";

/** Adds an endpoint, and counts them in another document. */
const add: PluginAction = {
  reads: () => ["count"],
  details: ({ url = null }) => ({ url, plugin: "forged", action: "reset" }),
  apply: ({ id, url = null }, documents) => ({
    [id as string]: { url },
    count: Number(documents.get("count") ?? 0) + 1,
  }),
};

const begin = echoRoute({
  name: "add",
  path: "/endpoints",
  input: z.object({ id: z.string(), url: z.string(), action: z.string().default("add") }),
  run: async (input, call) => {
    const { action, ...payload } = input as { action: string } & JsonObject;
    return { ...(await call.begin(action, payload)) };
  },
});

const endpoint = { workspaceId: "demo", id: "one", url: "https://a.example/?key=1" };

const open = (actions: Record<string, PluginAction> = { add }, storage?: Storage) =>
  pluginWorld({ routes: [begin], actions }, { onFailure: () => {}, ...(storage && { storage }) });

async function decide(treasury: Treasury, actionId: string, decision = "approve") {
  const body = { decision, workspaceId: "demo" };
  return send(treasury, `POST /treasury/actions/${actionId}/decide`, { token: bobsToken, body });
}

describe("an action of a plugin", () => {
  it("is done at once where the rules require one person", async () => {
    const { treasury, context } = open();
    const sent = await send(treasury, "POST /plugins/notes/endpoints", { body: endpoint });
    expect(sent.body).toEqual({ actionId: expect.any(String), isDone: true });
    await send(treasury, "POST /plugins/notes/endpoints", { body: { ...endpoint, id: "two" } });
    const documents = context.documents("demo");
    expect(await documents.get("one")).toMatchObject({ body: { url: endpoint.url } });
    expect(await documents.get("count")).toMatchObject({ version: 2, body: 2 });
    const { actions } = await treasury.actions.list();
    expect(actions[0]).toMatchObject({ type: "plugin_action", status: "done", startedBy: "Ada" });
  });

  it("waits for all approvals that the rules require of a spend", async () => {
    const { treasury, context } = open();
    await publishedBy(treasury, { rules: two }, ["Ada", "Bob"]);
    const begun = await send(treasury, "POST /plugins/notes/endpoints", { body: endpoint });
    expect(begun.body["isDone"]).toBe(false);
    expect(await context.documents("demo").list()).toEqual([]);
    const pending = await onlyPending(treasury);
    // A plugin's details cannot claim another plugin or action.
    expect(pending.details).toEqual({ url: endpoint.url, plugin: "notes", action: "add" });
    const decided = await decide(treasury, pending.id);
    expect(decided.body).toMatchObject({ action: { status: "done" } });
    expect(await context.documents("demo").get("one")).toMatchObject({ version: 1 });
  });

  it("changes nothing if one person denies it", async () => {
    const { treasury, context } = open();
    await publishedBy(treasury, { rules: two }, ["Ada", "Bob"]);
    const { body } = await send(treasury, "POST /plugins/notes/endpoints", { body: endpoint });
    await decide(treasury, String(body["actionId"]), "deny");
    expect(await context.documents("demo").list()).toEqual([]);
  });

  it("is shown and can be denied, but not approved, without its plugin", async () => {
    const storage = memoryStorage();
    const { treasury } = open({ add }, storage);
    await publishedBy(treasury, { rules: two }, ["Ada", "Bob"]);
    const { body } = await send(treasury, "POST /plugins/notes/endpoints", { body: endpoint });
    const { treasury: without } = open({}, storage);
    expect((await onlyPending(without)).details).toMatchObject({ url: endpoint.url });
    const id = String(body["actionId"]);
    expect((await decide(without, id)).body["code"]).toBe("plugin_not_installed");
    expect((await decide(without, id, "deny")).status).toBe(200);
  });

  it.each<[string, PluginAction["apply"], string]>([
    [
      "reads a document that it did not list",
      (_payload, { get }) => ({ a: get("other") }),
      "internal_error",
    ],
    ["writes too large a document", () => ({ a: "x".repeat(70_000) }), "invalid_request"],
    ["writes under an invalid id", () => ({ "~index": { count: 0 } }), "invalid_request"],
    [
      "writes 101 documents",
      () => Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`n${n}`, n])),
      "invalid_request",
    ],
    [
      "throws",
      () => {
        throw new Error("broken");
      },
      "internal_error",
    ],
  ])("that %s changes nothing", async (_what, apply, code) => {
    const { treasury, context } = open({ add: { ...add, apply } });
    const sent = await send(treasury, "POST /plugins/notes/endpoints", { body: endpoint });
    expect(sent.body["code"]).toBe(code);
    expect(await context.documents("demo").list()).toEqual([]);
    expect((await treasury.actions.list()).actions).toEqual([]);
    // The workspace is still usable.
    expect((await treasury.state("demo")).balanceUsd).toBe(1_000);
  });

  it("does not exist unless its plugin has it", async () => {
    const { treasury } = open();
    const body = { ...endpoint, action: "other" };
    const sent = await send(treasury, "POST /plugins/notes/endpoints", { body });
    expect(sent.body["code"]).toBe("plugin_not_installed");
  });

  it("cannot change the committer's documents through its snapshot", async () => {
    const tampering: PluginAction = {
      reads: () => ["a"],
      details: () => ({}),
      apply: (_payload, documents) => {
        const list = documents.get("a") as number[] | null;
        list?.push(2);
        return list === null ? { a: [1] } : { b: 1 };
      },
    };
    const { treasury, context } = open({ add: tampering });
    for (let count = 0; count < 2; count += 1) {
      await send(treasury, "POST /plugins/notes/endpoints", { body: endpoint });
    }
    expect((await context.documents("demo").get("a"))?.body).toEqual([1]);
  });
});
