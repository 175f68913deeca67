import type { TreasuryState } from "@agent-treasury/contract";
import type { Scene } from "../scene.ts";
import type { ServiceTest } from "../service-test.ts";
import { approve, first, readState } from "../steps.ts";
import { agentTokensOfSuite, operatorTokensOfSuite } from "../treasury/access-rules.ts";
import type { PlainMcpCall } from "../treasury/plain-mcp-server.ts";
import { json, post, refuses } from "../wire-requests.ts";

const path = "/api/service/mcp";
const { acme, bob, secondAcme } = agentTokensOfSuite;
const budget = { startingCapitalUsd: 100 };
const open = { options: { mcp: true, budget } } as const;
const lamp = { amountUsd: 30, vendor: "Acme", purpose: "a lamp" };

const bearer = (token: string) => ({ ...json, authorization: `Bearer ${token}` });

interface Report {
  readonly proposalId: string;
  readonly status: string;
}

/** Calls a tool as an external agent, and resolves with its result. */
async function call<Content>(scene: Scene, token: string, sent: PlainMcpCall): Promise<Content> {
  const request = post(path, JSON.stringify(sent), bearer(token));
  // The response is the protocol's, not the contract's.
  const { status, text, headers } = await scene.sendAnywhere(request);
  const shape = [status, headers.get("content-type"), headers.get("cache-control")];
  scene.expect(shape).toEqual([200, "application/json", "no-store"]);
  return JSON.parse(text) as Content;
}

interface Answer<Content> {
  readonly isError: boolean;
  readonly content: Content;
}

async function propose(scene: Scene, token: string, spend: object): Promise<Report> {
  const asked = { tool: "propose_spend", arguments: { ...spend } };
  const { isError, content } = await call<Answer<Report>>(scene, token, asked);
  scene.expect(isError).toBe(false);
  return content;
}

async function statusesOf(scene: Scene, token: string): Promise<readonly (readonly string[])[]> {
  type State = { readonly proposals: readonly Report[] };
  const checked = await call<Answer<State>>(scene, token, { tool: "check_treasury" });
  return checked.content.proposals.map(({ proposalId, status }) => [proposalId, status]);
}

/** External agents. */
export const mcpTests: readonly ServiceTest[] = [
  {
    shows: ["access/mcp-off"],
    name: "/mcp → 404 unless the deployment enables it",
    by: "wire",
    run: (scene) => refuses(scene, post(path, "{}", bearer(acme)), "route_not_found"),
  },
  {
    shows: ["access/mcp-not-chosen"],
    name: "POST mcp → 500 without operator sign-in unless that is configured, because agents could then decide",
    by: "wire",
    setup: { options: { mcp: true, budget, accessRules: "unsaid" } },
    run: (scene) => refuses(scene, post(path, "{}", bearer(acme)), "access_not_chosen"),
  },
  {
    shows: ["access/mcp-credential"],
    name: "POST mcp → 401 without an agent's credential, without effect, with the way to sign in",
    by: "wire",
    setup: { options: { mcp: true, budget, accessRules: "operators" } },
    run: async (scene) => {
      const spend = JSON.stringify({ tool: "propose_spend", arguments: lamp });
      for (const headers of [
        json,
        bearer("nobody"),
        bearer(operatorTokensOfSuite.ada),
        bearer(`${acme}x`),
        { ...json, authorization: acme },
        { ...json, authorization: `Basic ${acme}` },
        { ...json, cookie: `treasury_operator=${acme}` },
      ]) {
        const refused = await scene.send(post(path, spend, headers));
        scene.expect(refused.status).toBe(401);
        scene.expect(refused.headers.get("www-authenticate")).toBe('Bearer realm="agent-treasury"');
      }
      const ada = { authorization: `Bearer ${operatorTokensOfSuite.ada}` };
      const state = { path: "/api/service/treasury?workspaceId=acme", headers: ada };
      const { proposals } = JSON.parse((await scene.send(state)).text) as TreasuryState;
      scene.expect(proposals).toEqual([]);
    },
  },
  {
    shows: ["access/mcp-credential"],
    name: "an agent's credential is not an operator's: everything else → 401",
    by: "wire",
    setup: { options: { mcp: true, budget, accessRules: "operators" } },
    run: async (scene) => {
      const { proposalId } = await propose(scene, acme, lamp);
      const decision = { workspaceId: "acme", proposalId, decision: "approve" };
      const headers = bearer(acme);
      const decide = post("/api/service/treasury/decide", JSON.stringify(decision), headers);
      await refuses(scene, decide, "unauthenticated");
      await refuses(scene, { path: "/api/service/treasury", headers }, "unauthenticated");
      scene.expect(await statusesOf(scene, acme)).toEqual([[proposalId, "pending"]]);
    },
  },
  {
    shows: ["access/mcp-credential", "access/agent-never-decides"],
    name: "POST mcp → 200: two tools, neither of which decides",
    by: "wire",
    setup: open,
    run: async (scene) => {
      const { tools } = await call<{ readonly tools: readonly string[] }>(scene, acme, {});
      scene.expect(tools).toEqual(["check_treasury", "propose_spend"]);
    },
  },
  {
    shows: ["open/mcp-propose"],
    name: "POST mcp → 200: a spend is proposed, a person approves it, it executes, and the agent reads the result",
    setup: open,
    run: async (scene) => {
      const { proposalId, status } = await propose(scene, acme, lamp);
      scene.expect(status).toBe("pending");
      const waiting = first((await readState(scene, "acme")).proposals);
      scene
        .expect([waiting.id, waiting.proposedBy, waiting.turnId])
        .toEqual([proposalId, "Acme's buyer", null]);
      await approve(scene, proposalId, "acme");
      scene.expect(await statusesOf(scene, acme)).toEqual([[proposalId, "executed"]]);
      scene.expect((await readState(scene, "acme")).balanceUsd).toBe(70);
    },
  },
  {
    shows: ["open/mcp-again"],
    name: "POST mcp → 200: a repeated proposal is the same, also after it was paid; its own key creates another",
    setup: open,
    run: async (scene) => {
      const small = { ...lamp, amountUsd: 4 };
      const paid = await propose(scene, acme, small);
      const again = await Promise.all([1, 2, 3].map(() => propose(scene, acme, small)));
      scene
        .expect(again.map(({ proposalId }) => proposalId))
        .toEqual(again.map(() => paid.proposalId));
      const second = await propose(scene, acme, { ...small, idempotencyKey: "second lamp" });
      scene.expect(second.proposalId === paid.proposalId).toBe(false);
      scene.expect((await readState(scene, "acme")).expenseUsd).toBe(8);
      const other = await propose(scene, secondAcme, small);
      scene.expect(other.proposalId === paid.proposalId).toBe(false);
    },
  },
  {
    shows: ["open/mcp-again"],
    name: "POST mcp → 200, an error: a key of another spend",
    setup: open,
    run: async (scene) => {
      await propose(scene, acme, { ...lamp, idempotencyKey: "lamp" });
      for (const change of [{ amountUsd: 31 }, { vendor: "Other" }, { purpose: "a chair" }]) {
        const spend = { ...lamp, ...change, idempotencyKey: "lamp" };
        const asked = { tool: "propose_spend", arguments: spend };
        const refused = await call<Answer<{ readonly code: string }>>(scene, acme, asked);
        scene
          .expect([refused.isError, refused.content.code])
          .toEqual([true, "idempotency_key_reused"]);
      }
      scene.expect((await readState(scene, "acme")).pendingCount).toBe(1);
    },
  },
  {
    shows: ["access/mcp-workspace"],
    name: "POST mcp → 200: an agent acts in its own workspace only, and reads its own spends only",
    setup: open,
    run: async (scene) => {
      const asked = { tool: "propose_spend", arguments: { ...lamp, workspaceId: "acme" } };
      const refused = await call<Answer<{ readonly error: string }>>(scene, bob, asked);
      scene
        .expect([refused.isError, refused.content.error.includes("amountUsd")])
        .toEqual([true, true]);
      const own = await propose(scene, bob, lamp);
      scene.expect((await readState(scene, "acme")).proposals).toEqual([]);
      scene.expect((await readState(scene, "bob-1")).pendingCount).toBe(1);
      for (const token of [acme, secondAcme]) {
        scene.expect(await statusesOf(scene, token)).toEqual([]);
        const look = { tool: "check_treasury", arguments: { proposalId: own.proposalId } };
        scene.expect((await call<Answer<unknown>>(scene, token, look)).isError).toBe(true);
      }
    },
  },
  {
    shows: ["open/mcp-method"],
    name: "GET and DELETE mcp → 405, naming POST",
    by: "wire",
    setup: open,
    run: async (scene) => {
      for (const method of ["GET", "DELETE"]) {
        const answer = await scene.send({ method, path, headers: bearer(acme) });
        scene.expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
      }
    },
  },
  {
    shows: ["access/origin", "access/host", "bad/body-size"],
    name: "POST mcp: a page of another origin and a host of another name → 403, a body over the limit → 413",
    by: "wire",
    setup: open,
    run: async (scene) => {
      const foreign = { ...bearer(acme), origin: "https://elsewhere.example" };
      await refuses(scene, post(path, "{}", foreign), "origin_not_allowed");
      await refuses(
        scene,
        post(path, "{}", { ...bearer(acme), host: "rebound.example" }),
        "host_not_allowed",
      );
      const large = JSON.stringify({
        tool: "propose_spend",
        arguments: { purpose: "x".repeat(1_048_576) },
      });
      await refuses(scene, post(path, large, bearer(acme)), "body_too_large");
    },
  },
];
