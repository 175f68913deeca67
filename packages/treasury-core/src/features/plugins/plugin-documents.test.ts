import { describe, expect, it } from "vitest";
import { outcomeOf } from "../../create/test-treasury.fixture.ts";
import { operatorTokens } from "../../index.ts";
import { sha256Hex } from "../../kernel/ledger/hash.ts";
import { memoryStorage } from "../../memory.ts";
import { adasToken, pluginWorld } from "./plugin-world.fixture.ts";
import type { PluginDocument } from "./treasury-plugin.ts";

const idsOf = (documents: readonly PluginDocument[]): readonly string[] =>
  documents.map(({ id }) => id);

describe("the documents of a plugin", () => {
  it("are written at the expected version only", async () => {
    const documents = pluginWorld().context.documents("acme");
    expect(await documents.get("a")).toBeNull();
    expect(await outcomeOf(documents.put("a", 1, 1))).toBe("document_changed");
    expect(await documents.put("a", { n: 1 }, null)).toEqual({
      id: "a",
      version: 1,
      body: { n: 1 },
    });
    expect(await outcomeOf(documents.put("a", 2, null))).toBe("document_changed");
    const both = await Promise.all(
      [1, 1].map((version) => outcomeOf(documents.put("a", 2, version))),
    );
    expect(both).toContain("document_changed");
    expect(await documents.get("a")).toEqual({ id: "a", version: 2, body: 2 });
  });

  it("do not begin again at version 1 after a removal", async () => {
    const documents = pluginWorld().context.documents("acme");
    await documents.put("a", "old", null);
    await documents.remove("a");
    await documents.remove("a");
    expect(await documents.get("a")).toBeNull();
    expect(await documents.put("a", "new", null)).toMatchObject({ version: 2 });
    // A writer that read the old document must not replace the new one.
    expect(await outcomeOf(documents.put("a", "stale", 1))).toBe("document_changed");
  });

  it("are listed newest first in pages, also after a removed document", async () => {
    const documents = pluginWorld().context.documents("acme");
    for (const id of ["a", "b", "c", "d", "e"]) await documents.put(id, id, null);
    await documents.put("b", "changed", 1);
    const first = await documents.list({ limit: 2 });
    expect(idsOf(first)).toEqual(["e", "d"]);
    await documents.remove("d");
    expect(idsOf(await documents.list({ after: "d", limit: 2 }))).toEqual(["c", "b"]);
    expect(idsOf(await documents.list())).toEqual(["e", "c", "b", "a"]);
    expect(await outcomeOf(documents.list({ after: "x" }))).toBe("invalid_request");
    expect(await outcomeOf(documents.list({ limit: 101 }))).toBe("invalid_request");
  });

  it("survive a reset and belong to their workspace", async () => {
    const { treasury, context } = pluginWorld();
    await context.documents("acme").put("a", 1, null);
    await treasury.reset({ workspaceId: "acme", operator: "Ada" });
    await context.documents("acme").put("b", 1, null);
    expect(idsOf(await context.documents("acme").list())).toEqual(["b", "a"]);
    expect(await context.documents("other").list()).toEqual([]);
  });

  it("are no part of a read of the treasury", async () => {
    const storage = memoryStorage();
    const { context } = pluginWorld({}, { storage });
    for (const id of ["a", "b"]) await context.documents("acme").put(id, 1, null);
    const [snapshot] = await storage.load([{ workspaceId: "acme", keys: [] }]);
    expect(snapshot?.open).toEqual([]);
  });

  it("are copies, so that a plugin's object changes nothing", async () => {
    const documents = pluginWorld().context.documents("acme");
    const body = { list: [1] };
    const putting = documents.put("a", body, null);
    body.list.push(2);
    await putting;
    const read = (await documents.get("a"))?.body as { list: number[] };
    read.list.push(3);
    expect((await documents.get("a"))?.body).toEqual({ list: [1] });
  });

  it.each([
    ["more than 64 KiB", "x".repeat(65_535)],
    ["U+0000", { text: "a\u0000" }],
    ["text that no storage accepts", { "\ud800": 1 }],
    ["a number that is not JSON", Number.NaN],
    ["a date", new Date(0)],
    ["a function", { toJSON: () => 1 }],
    ["undefined", undefined],
    ["40 levels", Array.from({ length: 40 }).reduce<unknown>((inner) => [inner], 1)],
  ])("reject %s", async (_what, body) => {
    const documents = pluginWorld().context.documents("acme");
    expect(await outcomeOf(documents.put("a", body as never, null))).toBe("invalid_request");
    expect(await documents.list()).toEqual([]);
  });

  it("have up to 64 KiB of UTF-8", async () => {
    const documents = pluginWorld().context.documents("acme");
    // The quotes are part of the JSON.
    expect(await outcomeOf(documents.put("a", "x".repeat(65_534), null))).toMatchObject({
      id: "a",
    });
    expect(await outcomeOf(documents.put("b", "ü".repeat(32_768), null))).toBe("invalid_request");
  });

  it.each(["", "a/b", "~index", "ü", "x".repeat(129), "a b"])("reject the id %j", async (id) => {
    const documents = pluginWorld().context.documents("acme");
    expect(await outcomeOf(Promise.resolve().then(() => documents.put(id, 1, null)))).toBe(
      "invalid_request",
    );
  });

  it.each(["~delivery/hooks", "~deployment", "", " acme ", "a/b"])(
    "are in no workspace %j, which no request can name",
    (workspaceId) => {
      const { context } = pluginWorld();
      expect(() => context.documents(workspaceId)).toThrow("workspace");
    },
  );

  it("are shared by the processes of a deployment", async () => {
    const storage = memoryStorage();
    const authenticate = operatorTokens(`Ada:${sha256Hex(adasToken)}`);
    const [first, second] = [1, 2].map(() => pluginWorld({}, { storage, authenticate }).context);
    await first?.documents("acme").put("a", 1, null);
    expect(await second?.documents("acme").get("a")).toMatchObject({ version: 1 });
    expect(await outcomeOf(second!.documents("acme").put("b", 1, null))).toMatchObject({ id: "b" });
    expect(await first?.documents("acme").list()).toHaveLength(2);
  });
});
