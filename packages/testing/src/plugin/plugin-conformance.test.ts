import { type TreasuryPlugin, pluginRoute } from "@agent-treasury/treasury-core/plugin";
import { describe, expect, it } from "vitest";
import { maintenanceTests } from "./maintenance-tests.ts";
import { pluginConformance } from "./plugin-conformance.ts";
import { routeTests } from "./route-tests.ts";

const route = pluginRoute({
  name: "readNote",
  method: "GET",
  path: "/notes/{noteId}",
  summary: "Read a note",
  input: { "~standard": { version: 1, vendor: "test", validate: (value) => ({ value }) } },
  inputSchema: { type: "object", properties: { noteId: { type: "string" } } },
  output: { type: "object" },
  run: async () => ({}),
});

const signedRoute = {
  name: "receive",
  path: "/deliveries",
  summary: "Receive a delivery",
  signatureHeader: "x-signature",
  output: { type: "object" },
  receive: async () => ({}),
} as const;

const good: TreasuryPlugin = {
  id: "notes",
  register: ({ documents }) => ({
    routes: [route],
    signedRoutes: [signedRoute],
    maintain: async () => {
      const own = documents("acme");
      if ((await own.get("a")) === null) await own.put("a", 1, null).catch(() => undefined);
    },
  }),
};

pluginConformance({ describe, it, expect }, { create: () => good });

let count = 0;

/** Plugins with one flaw, with the test that must find it. */
const flawed: Readonly<Record<string, TreasuryPlugin>> = {
  "is accepted by several treasuries of one process": {
    id: "notes",
    register: () => {
      count += 1;
      return { routes: [{ ...route, name: `readNote${count}` }] };
    },
  },
  "describes its routes, all below its own path": {
    id: "notes",
    register: () => ({ routes: [{ ...route, summary: " " }] }),
  },
  "answers unexpected input with an error of the caller": {
    id: "notes",
    register: () => ({
      routes: [{ ...route, run: () => Promise.reject(new Error("Cannot read properties.")) }],
    }),
  },
  "runs its maintenance without a failure in two processes at once": {
    id: "notes",
    register: ({ documents }) => ({
      maintain: async () => {
        const own = documents("acme");
        if ((await own.get("a")) === null) await own.put("a", 1, null);
      },
    }),
  },
  "changes nothing when its maintenance is repeated": {
    id: "notes",
    register: ({ documents }) => ({
      maintain: async () => {
        const known = await documents("acme").get("a");
        await documents("acme").put("a", 1, known?.version ?? null);
      },
    }),
  },
  "closes, also while its maintenance runs, and does not answer afterwards": {
    id: "notes",
    register: () => ({ close: () => Promise.reject(new Error("It is not open.")) }),
  },
};

describe("the suite of plugins", () => {
  const tests = [...routeTests, ...maintenanceTests];

  it.each(Object.entries(flawed))("finds what violates %j", async (name, plugin) => {
    const test = tests.find((one) => one.name === name);
    await expect(test?.run({ create: () => plugin }, expect)).rejects.toThrow("expected");
  });
});
