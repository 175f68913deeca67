import { type OpenApiDocument, routes } from "@agent-treasury/contract";
import { heldAnswer } from "../ports/service-model.ts";
import type { ServiceTest } from "../service-test.ts";
import { fund, propose, readState, spend } from "../steps.ts";

/** Properties of every request, and the service's start and end. */
export const serviceLifeTests: readonly ServiceTest[] = [
  {
    shows: ["health/answer", "open/success-status"],
    name: "GET health → 200: ok, without credential and under any host",
    by: "wire",
    setup: { options: { accessRules: "operators" } },
    run: async (context) => {
      const answer = await context.send({
        path: "/api/service/health",
        headers: { host: "probe" },
      });
      context.expect([answer.status, answer.text]).toEqual([200, '{"ok":true}']);
    },
  },
  {
    shows: ["openapi/answer", "open/success-status"],
    name: "GET openapi.json → 200: every path of the service, without credential and under any host",
    by: "wire",
    setup: { options: { accessRules: "operators" } },
    run: async (context) => {
      const path = "/api/service/openapi.json";
      const answer = await context.send({ path, headers: { host: "generator" } });
      const { openapi, paths } = JSON.parse(answer.text) as OpenApiDocument;
      context.expect([answer.status, openapi]).toEqual([200, "3.1.1"]);
      const described = Object.values(routes).map(({ path: place }) => paths[place] !== undefined);
      context.expect(described).toEqual(described.map(() => true));
    },
  },
  {
    shows: ["open/request-id"],
    name: "a harmless x-request-id is echoed, in answers and failures",
    by: "wire",
    run: async (context) => {
      for (const id of ["abc", "A-1_b.2", "x".repeat(64)]) {
        for (const path of ["/api/service/treasury", "/api/service/nothing"]) {
          const { headers } = await context.send({ path, headers: { "x-request-id": id } });
          context.expect(headers.get("x-request-id")).toBe(id);
        }
      }
    },
  },
  {
    shows: ["open/request-id", "open/failure-body"],
    name: "any other x-request-id, or none, gives a new one each time",
    by: "wire",
    run: async (context) => {
      const given = ["", "a b", "x".repeat(65), "a/b", "<script>", "a,b", undefined, undefined];
      const ids = new Set<string>();
      for (const id of given) {
        const headers = id === undefined ? {} : { "x-request-id": id };
        const answer = await context.send({ path: "/api/service/nothing", headers });
        ids.add(answer.headers.get("x-request-id") ?? "");
      }
      context
        .expect([ids.size, given.some((id) => ids.has(id ?? ""))])
        .toEqual([given.length, false]);
    },
  },
  {
    shows: ["errors/message", "open/failure-body"],
    name: "an error has a message with a remedy, its code and request id",
    run: async (context) => {
      const { error, code, requestId } = await context.refused("machine_not_found", "readMachine", {
        id: "memory-9",
      });
      context
        .expect([error.includes("memory-9"), error.includes("List the machines")])
        .toEqual([true, true]);
      context.expect([code, requestId === ""]).toEqual(["machine_not_found", false]);
    },
  },
  {
    shows: ["open/turn-count", "open/turn-lease"],
    name: "a temporary error has a retry time",
    by: "wire",
    setup: { options: { turns: { concurrentTurns: 1 } } },
    run: async (context) => {
      const held = heldAnswer();
      context.model.script(held.answer);
      const first = context.ok("runTurn", { message: "Wait." });
      await held.asked;
      const { status, headers } = await context.send({
        method: "POST",
        path: "/api/service/agent",
        headers: { "content-type": "application/json" },
        body: '{"message": "Go.", "workspaceId": "acme"}',
      });
      context.expect([status, Number(headers.get("retry-after")) > 0]).toEqual([429, true]);
      held.release("At last.");
      await first;
    },
  },
  {
    shows: ["open/close"],
    name: "close() lets requests in flight finish, and everything after it → 503",
    run: async (context) => {
      await fund(context, 100);
      const held = heldAnswer();
      context.model.script(held.answer);
      const turn = context.ok("runTurn", { message: "Buy pencils from Acme." });
      await held.asked;
      const closing = context.closeTreasury();
      for (const [name, input] of [
        ["readTreasury", {}],
        ["runTurn", { message: "Go." }],
        ["resetTreasury", {}],
        ["listMachines", {}],
        ["readHealth", {}],
      ] as const) {
        const { status } = await context.refused("shutting_down", name, input);
        context.expect(status).toBe(503);
      }
      held.release(
        '<tool_call>{"name": "propose_spend", "arguments": {"amountUsd": 5, "vendor": "Acme", "purpose": "pencils"}}</tool_call>',
      );
      context.expect((await turn).state.balanceUsd).toBe(95);
      await closing;
      await context.refused("shutting_down", "readTreasury", {});
    },
  },
  {
    shows: ["open/restart"],
    name: "the state persists across a restart: totals, proposals, ledger, claims, chain and machine limits",
    run: async (context) => {
      const { id: sessionId } = await context.ok("startDeposit", { amountUsd: 100 });
      const { payments } = context;
      await payments.pay(sessionId);
      await context.ok("confirmDeposit", { session_id: sessionId });
      await spend(context, 30);
      const waiting = await propose(context, { amountUsd: 12 });
      const before = await readState(context);
      await context.restart({ keepPorts: true });
      context.expect(await readState(context)).toEqual(before);
      const again = await context.ok("confirmDeposit", { session_id: sessionId });
      context.expect([again.duplicate, again.state]).toEqual([true, before]);
      const input = { proposalId: waiting.id, decision: "approve" } as const;
      context.expect((await context.ok("decideProposal", input)).proposal.status).toBe("executed");
      const { valid, entriesChecked } = await context.ok("verifyLedger", {});
      context.expect([valid, entriesChecked]).toEqual([true, 3]);
    },
  },
  {
    shows: ["open/success-status", "treasury/answer"],
    name: "GET → 200: reads are read-only",
    run: async (context) => {
      for (const name of ["readTreasury", "listLedger", "listProposals", "verifyLedger"] as const) {
        await context.ok(name, { workspaceId: "new" });
      }
      await context.ok("listMachines", {});
      context.expect(await context.storage.workspaces(null, 10)).toEqual([]);
    },
  },
];
