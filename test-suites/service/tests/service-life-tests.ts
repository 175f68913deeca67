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
    run: async (scene) => {
      const answer = await scene.send({ path: "/api/service/health", headers: { host: "probe" } });
      scene.expect([answer.status, answer.text]).toEqual([200, '{"ok":true}']);
    },
  },
  {
    shows: ["openapi/answer", "open/success-status"],
    name: "GET openapi.json → 200: every path of the service, without credential and under any host",
    by: "wire",
    setup: { options: { accessRules: "operators" } },
    run: async (scene) => {
      const path = "/api/service/openapi.json";
      const answer = await scene.send({ path, headers: { host: "generator" } });
      const { openapi, paths } = JSON.parse(answer.text) as OpenApiDocument;
      scene.expect([answer.status, openapi]).toEqual([200, "3.1.1"]);
      const described = Object.values(routes).map(({ path: place }) => paths[place] !== undefined);
      scene.expect(described).toEqual(described.map(() => true));
    },
  },
  {
    shows: ["open/request-id"],
    name: "a harmless x-request-id is echoed, in answers and failures",
    by: "wire",
    run: async (scene) => {
      for (const id of ["abc", "A-1_b.2", "x".repeat(64)]) {
        for (const path of ["/api/service/treasury", "/api/service/nothing"]) {
          const { headers } = await scene.send({ path, headers: { "x-request-id": id } });
          scene.expect(headers.get("x-request-id")).toBe(id);
        }
      }
    },
  },
  {
    shows: ["open/request-id", "open/failure-body"],
    name: "any other x-request-id, or none, gives a new one each time",
    by: "wire",
    run: async (scene) => {
      const given = ["", "a b", "x".repeat(65), "a/b", "<script>", "a,b", undefined, undefined];
      const ids = new Set<string>();
      for (const id of given) {
        const headers = id === undefined ? {} : { "x-request-id": id };
        const answer = await scene.send({ path: "/api/service/nothing", headers });
        ids.add(answer.headers.get("x-request-id") ?? "");
      }
      scene
        .expect([ids.size, given.some((id) => ids.has(id ?? ""))])
        .toEqual([given.length, false]);
    },
  },
  {
    shows: ["errors/message", "open/failure-body"],
    name: "an error has a message with a remedy, its code and request id",
    run: async (scene) => {
      const { error, code, requestId } = await scene.refused("machine_not_found", "readMachine", {
        id: "memory-9",
      });
      scene
        .expect([error.includes("memory-9"), error.includes("List the machines")])
        .toEqual([true, true]);
      scene.expect([code, requestId === ""]).toEqual(["machine_not_found", false]);
    },
  },
  {
    shows: ["open/turn-count", "open/turn-lease"],
    name: "a temporary error has a retry time",
    by: "wire",
    setup: { options: { turns: { concurrentTurns: 1 } } },
    run: async (scene) => {
      const held = heldAnswer();
      scene.model.script(held.answer);
      const first = scene.ok("runTurn", { message: "Wait." });
      await held.asked;
      const { status, headers } = await scene.send({
        method: "POST",
        path: "/api/service/agent",
        headers: { "content-type": "application/json" },
        body: '{"message": "Go.", "workspaceId": "acme"}',
      });
      scene.expect([status, Number(headers.get("retry-after")) > 0]).toEqual([429, true]);
      held.release("At last.");
      await first;
    },
  },
  {
    shows: ["open/close"],
    name: "close() lets requests in flight finish, and everything after it → 503",
    run: async (scene) => {
      await fund(scene, 100);
      const held = heldAnswer();
      scene.model.script(held.answer);
      const turn = scene.ok("runTurn", { message: "Wait." });
      await held.asked;
      const closing = scene.closeTreasury();
      for (const [name, input] of [
        ["readTreasury", {}],
        ["runTurn", { message: "Go." }],
        ["resetTreasury", {}],
        ["listMachines", {}],
        ["readHealth", {}],
      ] as const) {
        const { status } = await scene.refused("shutting_down", name, input);
        scene.expect(status).toBe(503);
      }
      held.release(
        '<tool_call>{"name": "propose_spend", "arguments": {"amountUsd": 5, "vendor": "Acme", "purpose": "pencils"}}</tool_call>',
      );
      scene.expect((await turn).state.balanceUsd).toBe(95);
      await closing;
      await scene.refused("shutting_down", "readTreasury", {});
    },
  },
  {
    shows: ["open/restart"],
    name: "the state persists across a restart: totals, proposals, ledger, claims, chain and machine limits",
    run: async (scene) => {
      const { id: sessionId } = await scene.ok("startDeposit", { amountUsd: 100 });
      const { payments } = scene;
      await payments.pay(sessionId);
      await scene.ok("confirmDeposit", { session_id: sessionId });
      await spend(scene, 30);
      const waiting = await propose(scene, { amountUsd: 12 });
      const before = await readState(scene);
      await scene.restart({ keepPorts: true });
      scene.expect(await readState(scene)).toEqual(before);
      const again = await scene.ok("confirmDeposit", { session_id: sessionId });
      scene.expect([again.duplicate, again.state]).toEqual([true, before]);
      const input = { proposalId: waiting.id, decision: "approve" } as const;
      scene.expect((await scene.ok("decideProposal", input)).proposal.status).toBe("executed");
      const { valid, entriesChecked } = await scene.ok("verifyLedger", {});
      scene.expect([valid, entriesChecked]).toEqual([true, 3]);
    },
  },
  {
    shows: ["open/success-status", "treasury/answer"],
    name: "GET → 200: reads are read-only",
    run: async (scene) => {
      for (const name of ["readTreasury", "listLedger", "listProposals", "verifyLedger"] as const) {
        await scene.ok(name, { workspaceId: "new" });
      }
      await scene.ok("listMachines", {});
      scene.expect(await scene.storage.workspaces(null, 10)).toEqual([]);
    },
  },
];
