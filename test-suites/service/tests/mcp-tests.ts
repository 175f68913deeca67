import type { TreasuryState } from "@agent-treasury/contract";
import type { ServiceTest } from "../service-test.ts";
import { approve, first, readState } from "../steps.ts";
import type { TestContext } from "../test-context.ts";
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
async function call<Content>(
  context: TestContext,
  token: string,
  sent: PlainMcpCall,
): Promise<Content> {
  const request = post(path, JSON.stringify(sent), bearer(token));
  // The response is the protocol's, not the contract's.
  const { status, text, headers } = await context.sendAnywhere(request);
  // Some runtimes name the encoding.
  const [type] = headers.get("content-type")?.split(";") ?? [];
  const shape = [status, type, headers.get("cache-control")];
  context.expect(shape).toEqual([200, "application/json", "no-store"]);
  return JSON.parse(text) as Content;
}

interface Answer<Content> {
  readonly isError: boolean;
  readonly content: Content;
}

async function propose(context: TestContext, token: string, spend: object): Promise<Report> {
  const asked = { tool: "propose_spend", arguments: { ...spend } };
  const { isError, content } = await call<Answer<Report>>(context, token, asked);
  context.expect(isError).toBe(false);
  return content;
}

async function statusesOf(
  context: TestContext,
  token: string,
): Promise<readonly (readonly string[])[]> {
  type State = { readonly proposals: readonly Report[] };
  const checked = await call<Answer<State>>(context, token, { tool: "check_treasury" });
  return checked.content.proposals.map(({ proposalId, status }) => [proposalId, status]);
}

/** External agents. */
export const mcpTests: readonly ServiceTest[] = [
  {
    shows: ["access/mcp-off"],
    name: "/mcp → 404 unless the deployment enables it",
    by: "wire",
    run: (context) => refuses(context, post(path, "{}", bearer(acme)), "route_not_found"),
  },
  {
    shows: ["access/mcp-not-chosen"],
    name: "POST mcp → 500 without operator sign-in unless that is configured, because agents could then decide",
    by: "wire",
    setup: { options: { mcp: true, budget, accessRules: "unsaid" } },
    run: (context) => refuses(context, post(path, "{}", bearer(acme)), "access_not_chosen"),
  },
  {
    shows: ["access/mcp-credential"],
    name: "POST mcp → 401 without an agent's credential, without effect, with the way to sign in",
    by: "wire",
    setup: { options: { mcp: true, budget, accessRules: "operators" } },
    run: async (context) => {
      const spend = JSON.stringify({ tool: "propose_spend", arguments: lamp });
      const missing = 'Bearer realm="agent-treasury"';
      const wrong = `${missing}, error="invalid_token"`;
      for (const [headers, challenge] of [
        [json, missing],
        [bearer("nobody"), wrong],
        [bearer(operatorTokensOfSuite.ada), wrong],
        [bearer(`${acme}x`), wrong],
        [{ ...json, authorization: acme }, wrong],
        [{ ...json, authorization: `Basic ${acme}` }, wrong],
        [{ ...json, cookie: `treasury_operator=${acme}` }, missing],
      ] as const) {
        const refused = await context.send(post(path, spend, headers));
        context.expect(refused.status).toBe(401);
        context.expect(refused.headers.get("www-authenticate")).toBe(challenge);
      }
      const ada = { authorization: `Bearer ${operatorTokensOfSuite.ada}` };
      const state = { path: "/api/service/treasury?workspaceId=acme", headers: ada };
      const { proposals } = JSON.parse((await context.send(state)).text) as TreasuryState;
      context.expect(proposals).toEqual([]);
    },
  },
  {
    shows: ["access/mcp-credential"],
    name: "an agent's credential is not an operator's, also beside an operator's cookie: everything else → 403",
    by: "wire",
    setup: { options: { mcp: true, budget, accessRules: "operators" } },
    run: async (context) => {
      const { proposalId } = await propose(context, acme, lamp);
      const decision = { workspaceId: "acme", proposalId, decision: "approve" };
      const headers = bearer(acme);
      const decide = post("/api/service/treasury/decide", JSON.stringify(decision), headers);
      await refuses(context, decide, "forbidden");
      const both = { ...headers, cookie: `treasury_operator=${operatorTokensOfSuite.ada}` };
      await refuses(context, { path: "/api/service/treasury", headers: both }, "forbidden");
      context.expect(await statusesOf(context, acme)).toEqual([[proposalId, "pending"]]);
    },
  },
  {
    shows: ["access/mcp-credential", "access/agent-never-decides"],
    name: "POST mcp → 200: two tools, neither of which decides",
    by: "wire",
    setup: open,
    run: async (context) => {
      const { tools } = await call<{ readonly tools: readonly string[] }>(context, acme, {});
      context.expect(tools).toEqual(["check_treasury", "propose_spend"]);
    },
  },
  {
    shows: ["open/mcp-propose"],
    name: "POST mcp → 200: a spend is proposed, a person approves it, it executes, and the agent reads the result",
    setup: open,
    run: async (context) => {
      const { proposalId, status } = await propose(context, acme, lamp);
      context.expect(status).toBe("pending");
      const waiting = first((await readState(context, "acme")).proposals);
      context
        .expect([waiting.id, waiting.proposedBy, waiting.turnId])
        .toEqual([proposalId, "Acme's buyer", null]);
      await approve(context, proposalId, "acme");
      context.expect(await statusesOf(context, acme)).toEqual([[proposalId, "executed"]]);
      context.expect((await readState(context, "acme")).balanceUsd).toBe(70);
    },
  },
  {
    shows: ["open/mcp-again"],
    name: "POST mcp → 200: a repeated proposal is the same, also after it was paid; its own key creates another",
    setup: open,
    run: async (context) => {
      const small = { ...lamp, amountUsd: 4 };
      const paid = await propose(context, acme, small);
      context.expect(paid.status).toBe("pending");
      // Then policy approves the agent's next payments to the payee.
      await approve(context, paid.proposalId, "acme");
      const again = await Promise.all([1, 2, 3].map(() => propose(context, acme, small)));
      context
        .expect(again.map(({ proposalId }) => proposalId))
        .toEqual(again.map(() => paid.proposalId));
      const second = await propose(context, acme, { ...small, idempotencyKey: "second lamp" });
      context.expect(second.proposalId === paid.proposalId).toBe(false);
      context.expect((await readState(context, "acme")).expenseUsd).toBe(8);
      const other = await propose(context, secondAcme, small);
      context.expect(other.proposalId === paid.proposalId).toBe(false);
    },
  },
  {
    shows: ["open/mcp-again"],
    name: "POST mcp → 200, an error: a key of another spend",
    setup: open,
    run: async (context) => {
      await propose(context, acme, { ...lamp, idempotencyKey: "lamp" });
      for (const change of [{ amountUsd: 31 }, { vendor: "Other" }, { purpose: "a chair" }]) {
        const spend = { ...lamp, ...change, idempotencyKey: "lamp" };
        const asked = { tool: "propose_spend", arguments: spend };
        const refused = await call<Answer<{ readonly code: string }>>(context, acme, asked);
        context
          .expect([refused.isError, refused.content.code])
          .toEqual([true, "idempotency_key_reused"]);
      }
      context.expect((await readState(context, "acme")).pendingCount).toBe(1);
    },
  },
  {
    shows: ["access/mcp-workspace"],
    name: "POST mcp → 200: an agent acts in its own workspace only, and reads its own spends only",
    setup: open,
    run: async (context) => {
      const asked = { tool: "propose_spend", arguments: { ...lamp, workspaceId: "acme" } };
      const refused = await call<Answer<{ readonly error: string }>>(context, bob, asked);
      context
        .expect([refused.isError, refused.content.error.includes("amountUsd")])
        .toEqual([true, true]);
      const own = await propose(context, bob, lamp);
      context.expect((await readState(context, "acme")).proposals).toEqual([]);
      context.expect((await readState(context, "bob-1")).pendingCount).toBe(1);
      for (const token of [acme, secondAcme]) {
        context.expect(await statusesOf(context, token)).toEqual([]);
        const look = { tool: "check_treasury", arguments: { proposalId: own.proposalId } };
        context.expect((await call<Answer<unknown>>(context, token, look)).isError).toBe(true);
      }
    },
  },
  {
    shows: ["open/mcp-method"],
    name: "GET and DELETE mcp → 405, naming POST",
    by: "wire",
    setup: open,
    run: async (context) => {
      for (const method of ["GET", "DELETE"]) {
        const answer = await context.send({ method, path, headers: bearer(acme) });
        context
          .expect([answer.status, answer.headers.get("allow")])
          .toEqual([405, "POST, OPTIONS"]);
      }
    },
  },
  {
    shows: ["access/origin", "access/host", "bad/body-size"],
    name: "POST mcp: a page of another origin and a host of another name → 403, a body over the limit → 413",
    by: "wire",
    setup: open,
    run: async (context) => {
      const foreign = { ...bearer(acme), origin: "https://elsewhere.example" };
      await refuses(context, post(path, "{}", foreign), "origin_not_allowed");
      await refuses(
        context,
        post(path, "{}", { ...bearer(acme), host: "rebound.example" }),
        "host_not_allowed",
      );
      const large = JSON.stringify({
        tool: "propose_spend",
        arguments: { purpose: "x".repeat(1_048_576) },
      });
      await refuses(context, post(path, large, bearer(acme)), "body_too_large");
    },
  },
];
