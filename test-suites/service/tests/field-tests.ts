import type { ServiceTest } from "../service-test.ts";
import { readState } from "../steps.ts";
import { post, refuses } from "../wire-requests.ts";

/** Additional fields in a body. */
export const fieldTests: readonly ServiceTest[] = [
  {
    shows: ["bad/workspace-id"],
    name: "POST → 400: a workspace id that is null, on every path that accepts one",
    by: "wire",
    run: async (context) => {
      for (const [path, fields] of [
        ["/api/service/treasury/decide", { proposalId: "prop_1", decision: "deny" }],
        ["/api/service/treasury/deposit", { amountUsd: 5 }],
        ["/api/service/treasury/reset", {}],
        ["/api/service/agent", { message: "Go." }],
        ["/api/service/agents", {}],
      ] as const) {
        const body = JSON.stringify({ ...fields, workspaceId: null });
        await refuses(context, post(path, body), "invalid_request");
      }
    },
  },
  {
    shows: ["error/act-400-action"],
    name: "POST agents/{id} → 400: unknown action",
    by: "wire",
    run: async (context) => {
      const { id } = (await context.ok("provisionMachine", {})).machine;
      for (const action of [undefined, null, "", "stop", "destroy", "Start", 1, ["start"]]) {
        const body = JSON.stringify({ action, command: "ls" });
        await refuses(context, post(`/api/service/agents/${id}`, body), "invalid_request");
      }
      context
        .expect(context.machines.calls.map(({ method }) => method))
        .toEqual(["list", "provision"]);
    },
  },
  {
    shows: ["bad/unknown-fields"],
    name: "POST → 200: unknown fields are ignored, and do not reach a prototype",
    by: "wire",
    run: async (context) => {
      const body =
        '{"amountUsd": 5, "__proto__": {"workspaceId": "evil"}, "constructor": {}, "balanceUsd": 900}';
      const { status, text } = await context.send(post("/api/service/treasury/deposit", body));
      const { workspaceId } = JSON.parse(text) as { workspaceId: string };
      context.expect([status, workspaceId]).toEqual([200, "demo"]);
      context.expect((await readState(context)).balanceUsd).toBe(0);
    },
  },
  {
    shows: ["bad/unknown-fields"],
    name: "POST → 400: a misspelled field name, because money would go to another workspace",
    by: "wire",
    run: async (context) => {
      for (const [path, fields] of [
        ["/api/service/treasury/deposit", { amountUsd: 5, workspace_id: "acme" }],
        ["/api/service/treasury/deposit", { amountUsd: 5, workspace: "acme" }],
        ["/api/service/treasury/reset", { workspaceid: "acme" }],
        ["/api/service/agent", { message: "Go.", workspaceID: "acme" }],
      ] as const) {
        await refuses(context, post(path, JSON.stringify(fields)), "invalid_request");
      }
      context.expect(context.model.requests.length).toBe(0);
    },
  },
  {
    shows: ["bad/unknown-fields", "act/exec"],
    name: "POST agents/{id} → the id is the path's, for any body",
    by: "wire",
    run: async (context) => {
      const one = (await context.ok("provisionMachine", {})).machine;
      const two = (await context.ok("provisionMachine", {})).machine;
      const body = JSON.stringify({ id: two.id, action: "suspend" });
      await context.send(post(`/api/service/agents/${one.id}`, body));
      const states = (await context.ok("listMachines", {})).machines.map(({ id, state }) => [
        id,
        state,
      ]);
      context
        .expect(Object.fromEntries(states))
        .toEqual({ [one.id]: "suspended", [two.id]: "started" });
    },
  },
];
