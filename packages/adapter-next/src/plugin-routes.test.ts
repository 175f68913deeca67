import { createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { expect, it } from "vitest";
import { nextHandlers } from "./next-handlers.ts";

const path = "/api/service/plugins/notes";

it("serves the routes and signed deliveries of a plugin", async () => {
  const output = { type: "object" } as const;
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: memoryStorage(),
    authenticate: () => ({ name: "Ada" }),
    authorizePlugins: ({ action }) => action === "plugin:notes:readNote",
    plugins: [
      {
        id: "notes",
        register: () => ({
          routes: [
            {
              name: "readNote",
              method: "GET",
              path: "/notes/{noteId}",
              summary: "Read a note",
              input: {
                "~standard": { version: 1, vendor: "test", validate: (value) => ({ value }) },
              },
              inputSchema: { type: "object", properties: { noteId: { type: "string" } } },
              output,
              run: async (input, { principal }) => ({
                ...(input as { noteId: string }),
                by: principal.operator?.name ?? null,
              }),
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
  const { GET, POST } = nextHandlers(treasury);
  const host = { host: "localhost:3000" };
  const note = new Request(`http://localhost:3000${path}/notes/a%2Fb`, { headers: host });
  expect(await (await GET(note)).json()).toEqual({ noteId: "a/b", by: "Ada" });
  const init = { method: "POST", body: "a=1&b=2", headers: { ...host, "x-signature": "v1" } };
  const delivery = await POST(new Request(`http://localhost:3000${path}/deliveries`, init));
  expect(await delivery.json()).toEqual({ text: "a=1&b=2" });
  await treasury.close();
});
