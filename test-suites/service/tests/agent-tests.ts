import type { ServiceTest } from "../service-test.ts";
import type { TestContext } from "../test-context.ts";
import { agentTokensOfSuite, operatorTokensOfSuite } from "../treasury/access-rules.ts";

const setup = {
  options: { mcp: true, budget: { startingCapitalUsd: 100 }, accessRules: "operators" },
} as const;
const workspaceId = "acme";
const lamp = { amountUsd: 30, vendor: "Acme", purpose: "a lamp" };

const by = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const asAda = by(operatorTokensOfSuite.ada);

async function issue(context: TestContext, agentId: string) {
  const request = { workspaceId, agentId, name: `The ${agentId}` };
  const { token, credential } = await context.ok("issueCredential", request, asAda);
  return { asAgent: by(token), credential };
}

/** External agents over HTTP. */
export const agentTests: readonly ServiceTest[] = [
  {
    shows: ["open/agent-propose", "open/agent-wait"],
    name: "POST and GET treasury/proposals → 200: an agent tries a spend, proposes it, waits, and learns the outcome",
    setup,
    run: async (context) => {
      const { asAgent } = await issue(context, "buyer");
      const tried = await context.ok("createProposal", { ...lamp, dryRun: true }, asAgent);
      context.expect([tried.dryRun, tried.proposal.status]).toEqual([true, "pending"]);
      const before = await context.ok("readTreasury", { workspaceId }, asAda);
      context.expect(before.proposals).toEqual([]);

      const { proposal } = await context.ok("createProposal", lamp, asAgent);
      context
        .expect([proposal.id, proposal.agentId, proposal.proposedBy, proposal.onBehalfOf])
        .toEqual([tried.proposal.id, "buyer", "The buyer", "Ada Lovelace"]);
      const proposalId = proposal.id;
      const waiting = context.ok("readProposal", { proposalId, wait: 55 }, asAgent);
      const decision = { workspaceId, proposalId, decision: "approve" } as const;
      await context.ok("decideProposal", decision, asAda);
      const outcome = await waiting;
      context
        .expect([outcome.proposal.status, outcome.proposal.operator])
        .toEqual(["executed", "Ada Lovelace"]);
      const again = await context.ok("createProposal", lamp, asAgent);
      context.expect(again.proposal).toEqual(outcome.proposal);
    },
  },
  {
    shows: ["open/agent-wait"],
    name: "GET treasury/proposals/{id}?wait= → 200: a proposal that is still pending afterwards",
    setup,
    run: async (context) => {
      const { asAgent } = await issue(context, "buyer");
      const { proposal } = await context.ok("createProposal", lamp, asAgent);
      const question = { proposalId: proposal.id, wait: 0.2 };
      const answer = await context.ok("readProposal", question, asAgent);
      context.expect(answer.proposal).toEqual(proposal);
    },
  },
  {
    shows: ["access/agent-routes", "access/agent-never-decides"],
    name: "an agent's credential → 403 for decisions and reads of the workspace, and for other workspaces",
    setup,
    run: async (context) => {
      const { asAgent } = await issue(context, "buyer");
      const { proposal } = await context.ok("createProposal", lamp, asAgent);
      for (const [name, input] of [
        ["decideProposal", { workspaceId, proposalId: proposal.id, decision: "approve" }],
        ["readTreasury", { workspaceId }],
        ["resetTreasury", { workspaceId }],
        ["setBudget", { workspaceId, limits: {} }],
        ["issueCredential", { workspaceId, agentId: "other", name: "Other" }],
        ["createProposal", { ...lamp, workspaceId: "demo" }],
        ["freeze", { workspaceId, scope: "workspace" }],
        ["freeze", { workspaceId, scope: "agent", id: "seller" }],
        ["unfreeze", { workspaceId, scope: "agent", id: "buyer" }],
        ["freezeAll", {}],
      ] as const) {
        await context.refused("forbidden", name, input, asAgent);
      }
      const { proposals } = await context.ok("readTreasury", { workspaceId }, asAda);
      context.expect(proposals).toEqual([proposal]);
    },
  },
  {
    shows: ["access/agent-routes"],
    name: "GET treasury/proposals/{id} → 404: a proposal of another agent",
    setup,
    run: async (context) => {
      const { asAgent } = await issue(context, "buyer");
      const { proposal } = await context.ok("createProposal", lamp, asAgent);
      for (const other of [(await issue(context, "seller")).asAgent, by(agentTokensOfSuite.acme)]) {
        const question = { proposalId: proposal.id };
        const { status } = await context.refused(
          "proposal_not_found",
          "readProposal",
          question,
          other,
        );
        context.expect(status).toBe(404);
      }
      const ofAda = await context.ok(
        "readProposal",
        { workspaceId, proposalId: proposal.id },
        asAda,
      );
      context.expect(ofAda.proposal).toEqual(proposal);
    },
  },
  {
    shows: ["access/agent-revoked"],
    name: "a revoked credential → 401",
    setup,
    run: async (context) => {
      const { asAgent, credential } = await issue(context, "buyer");
      await context.ok("createProposal", lamp, asAgent);
      const place = { workspaceId, credentialId: credential.id };
      await context.ok("revokeCredential", place, asAda);
      await context.refused("unauthenticated", "createProposal", lamp, asAgent);
      const { credentials } = await context.ok("listCredentials", { workspaceId }, asAda);
      context
        .expect(credentials.map(({ id, revokedBy }) => [id, revokedBy]))
        .toEqual([[credential.id, "Ada Lovelace"]]);
    },
  },
];
