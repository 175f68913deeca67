import { refusesEveryCall } from "../every-call.ts";
import type { ServiceTest } from "../service-test.ts";
import { fund, propose, readState } from "../steps.ts";

/** Access without sign-in. */
export const accessTests: readonly ServiceTest[] = [
  {
    shows: ["authentication/guest", "health/answer"],
    name: "anonymous access to everything without real money and real machines",
    setup: { options: { accessRules: "unsaid" } },
    run: async (context) => {
      await fund(context, 100);
      await context.ok("provisionMachine", {});
      context.expect(await context.ok("readHealth", {})).toEqual({ ok: true });
      context.expect((await readState(context)).balanceUsd).toBe(100);
    },
  },
  {
    shows: ["access/not-chosen-live"],
    name: "with live money everything but health → 500 until access is configured",
    setup: { payments: "live", options: { accessRules: "unsaid" } },
    run: async (context) => {
      await refusesEveryCall(context, "access_not_chosen");
    },
  },
  {
    shows: ["access/guests-meant"],
    name: "with live money anonymous access is allowed when configured",
    setup: { payments: "live", options: { accessRules: "guests" } },
    run: async (context) => {
      context.expect((await fund(context, 100)).paymentMode).toBe("live");
    },
  },
  {
    shows: ["access/not-chosen-machines"],
    name: "with real machines in production everything but health → 500 until access is configured",
    setup: {
      machines: "real",
      nodeEnvironment: "production",
      options: { accessRules: "unsaid" },
    },
    run: async (context) => {
      await refusesEveryCall(context, "access_not_chosen");
    },
  },
  {
    shows: ["access/guests-meant"],
    name: "with real machines in production anonymous access is allowed when configured",
    setup: {
      machines: "real",
      nodeEnvironment: "production",
      options: { accessRules: "guests" },
    },
    run: async (context) => {
      await context.ok("provisionMachine", {});
    },
  },
  {
    shows: ["access/not-chosen-machines"],
    name: "with real machines outside of production anonymous access is allowed",
    setup: { machines: "real", options: { accessRules: "unsaid" } },
    fits: ({ fixedNodeEnvironment }) => fixedNodeEnvironment !== "production",
    run: async (context) => {
      await context.ok("provisionMachine", {});
    },
  },
  {
    shows: ["access/rate-limit"],
    name: "too many requests → 429 with the time to wait, and nothing is done; other drivers are not affected",
    setup: { options: { accessRules: "limited" } },
    run: async (context) => {
      const body = JSON.stringify({ workspaceId: "busy", message: "Go." });
      const headers = { "content-type": "application/json" };
      const path = "/api/service/agent";
      const refused = await context.send({ method: "POST", path, headers, body });
      context.expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "7"]);
      context.expect((JSON.parse(refused.text) as { code: string }).code).toBe("rate_limited");
      context.expect(context.model.requests.length).toBe(0);
      await readState(context);
      await context.ok("readHealth", {});
    },
  },
  {
    shows: ["authentication/connections"],
    name: "without model, processor and host the treasury can be read, and reports what is missing",
    setup: { model: false, payments: "none", machines: "none" },
    run: async (context) => {
      context.expect((await readState(context)).paymentMode).toBe("none");
      context.expect((await context.ok("listMachines", {})).configured).toBe(false);
      await context.refused("model_not_connected", "runTurn", { message: "Go." });
      await context.refused("payments_not_connected", "startDeposit", { amountUsd: 5 });
      await context.refused("machines_not_connected", "provisionMachine", {});
    },
  },
  {
    shows: ["open/failure-body", "errors/message"],
    name: "an operator's name appears in the error of an opposite decision only",
    run: async (context) => {
      const { id } = await propose(context, { amountUsd: 12 });
      await context.ok("decideProposal", { proposalId: id, decision: "deny", operator: "Ada" });
      const input = { proposalId: id, decision: "approve" };
      const { error } = await context.refused("already_decided", "decideProposal", input);
      context.expect([error.includes("Ada"), error.includes("denied")]).toEqual([true, true]);
    },
  },
];
