import { createHash } from "node:crypto";
import type { TreasuryPlugin } from "@agent-treasury/treasury-core/plugin";
import { expect, it, onTestFinished } from "vitest";
import { type DeploymentOptions, openDeployment } from "./open-deployment.ts";

const token = "ada-token";
const withOperators = {
  TREASURY_DATABASE_URL: "memory:",
  TREASURY_OPERATORS: `ada:${createHash("sha256").update(token).digest("hex")}`,
};
const withKey = { ...withOperators, WEBHOOK_ENCRYPTION_KEY: btoa("k".repeat(32)) };

async function callsOf(options: DeploymentOptions) {
  const { treasury } = await openDeployment(options);
  onTestFinished(() => treasury.close());
  return (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const url = `http://localhost:3000/api/service/plugins/${path}`;
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    return treasury.handler(new Request(url, { method, headers, ...sent }));
  };
}

it("has webhooks if the encryption key is set", async () => {
  const without = await callsOf({ env: withOperators });
  expect((await without("GET", "webhooks/endpoints")).status).toBe(404);
  const call = await callsOf({ env: withKey });
  const added = await call("POST", "webhooks/endpoints", { url: "https://127.0.0.1/hook" });
  const { endpoint } = (await added.json()) as { endpoint: { id: string } };
  const test = await call("POST", `webhooks/endpoints/${endpoint.id}/test`, {});
  expect(await test.json()).toEqual({
    succeeded: false,
    note: "127.0.0.1 is not a public address.",
  });
});

it("has webhooks beside the app's plugins, and allows no routes of others", async () => {
  const other: TreasuryPlugin = {
    id: "other",
    register: () => ({
      routes: [
        {
          name: "hello",
          method: "GET",
          path: "/hello",
          summary: "Greet",
          input: { "~standard": { version: 1, vendor: "test", validate: () => ({ value: {} }) } },
          inputSchema: { type: "object", properties: {} },
          output: {},
          run: async () => "hello",
        },
      ],
    }),
  };
  const call = await callsOf({ env: withKey, plugins: [other] });
  expect((await call("GET", "webhooks/endpoints")).status).toBe(200);
  expect((await call("GET", "other/hello")).status).toBe(403);
});

it("leaves access to webhooks to the rules of the app", async () => {
  const call = await callsOf({ env: withKey, authorize: () => true });
  expect((await call("GET", "webhooks/endpoints")).status).toBe(403);
  const allowed = await callsOf({
    env: withKey,
    authorize: () => true,
    authorizePlugins: ({ action }) => action === "plugin:webhooks:listEndpoints",
  });
  expect((await allowed("GET", "webhooks/endpoints")).status).toBe(200);
  const url = "https://example.com/";
  expect((await allowed("POST", "webhooks/endpoints", { url })).status).toBe(403);
});

it("has push notifications if their key is set, beside webhooks", async () => {
  const push = { PUSH_KEY: btoa("p".repeat(32)), PUSH_CONTACT: "mailto:treasury@example.com" };
  const without = await callsOf({ env: withKey });
  expect((await without("GET", "push/subscriptions")).status).toBe(404);
  const call = await callsOf({ env: { ...withKey, ...push } });
  expect((await call("GET", "webhooks/endpoints")).status).toBe(200);
  const listed = await call("GET", "push/subscriptions");
  expect(await listed.json()).toEqual({
    publicKey: expect.stringMatching(/^B[\w-]{86}$/),
    subscriptions: [],
  });
});
