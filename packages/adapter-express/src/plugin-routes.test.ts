import { createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import type { RequestHandler } from "express";
import { afterEach, describe, expect, it } from "vitest";
import { expressVersions, serve } from "./express-apps.fixture.ts";
import { expressHandler } from "./express-handler.ts";

const json = { "content-type": "application/json" };

describe.each(expressVersions)("%s, with the routes of a plugin", (_, express) => {
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    await Promise.all(closers.splice(0).map((close) => close()));
  });

  /** Returns the address of the plugin's routes. */
  async function served(...parsers: readonly RequestHandler[]): Promise<string> {
    const output = { type: "object" } as const;
    const treasury = createTreasury({
      baseUrl: "http://localhost:3000",
      storage: memoryStorage(),
      openPluginRoutes: ["notes:writeNote"],
      onFailure: () => {},
      plugins: [
        {
          id: "notes",
          register: () => ({
            routes: [
              {
                name: "writeNote",
                method: "POST",
                path: "/notes/{noteId}",
                summary: "Write a note",
                input: {
                  "~standard": { version: 1, vendor: "test", validate: (value) => ({ value }) },
                },
                inputSchema: {
                  type: "object",
                  properties: { noteId: { type: "string" }, text: { type: "string" } },
                },
                output,
                run: async (input) => ({ ...(input as { text: string }) }),
              },
            ],
            signedRoutes: [
              {
                name: "receive",
                path: "/deliveries",
                summary: "Receive a delivery",
                signatureHeader: "x-signature",
                output,
                receive: async ({ body }) => ({ text: new TextDecoder().decode(body) }),
              },
            ],
          }),
        },
      ],
    });
    const app = express();
    for (const parser of parsers) app.use(parser);
    app.use("/api/service", expressHandler(treasury));
    const { origin, close } = await serve(app);
    closers.push(close, () => treasury.close());
    return `${origin}/api/service/plugins/notes`;
  }

  it("serves them with and without a body parser", async () => {
    for (const parsers of [[], [express.json()]]) {
      const address = await served(...parsers);
      const init = { method: "POST", headers: json, body: '{"text":"ü"}' };
      const written = await fetch(`${address}/notes/one`, init);
      expect(await written.json()).toEqual({ noteId: "one", text: "ü" });
      const wrong = await fetch(`${address}/notes/one`);
      expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
    }
  });

  it("passes on the bytes of a delivery, or explains that a parser discarded them", async () => {
    const init = { method: "POST", headers: { ...json, "x-signature": "v1" }, body: '{ "a" : 1 }' };
    const raw = await fetch(`${await served()}/deliveries`, init);
    expect(await raw.json()).toEqual({ text: '{ "a" : 1 }' });
    const parsed = await fetch(`${await served(express.json())}/deliveries`, init);
    expect(await parsed.json()).toMatchObject({ code: "webhook_body_parsed" });
  });
});
