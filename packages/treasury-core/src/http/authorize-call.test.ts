import { routes } from "@agent-treasury/contract";
import { describe, expect, it } from "vitest";
import { calls, says, testModel } from "../features/agent/test-model.fixture.ts";
import { createTreasury } from "../index.ts";
import { memoryStorage } from "../memory.ts";
import type { AuthorizationInput } from "./access.ts";
import type { OperationName } from "./route-table.ts";

type Asked = Readonly<Record<string, unknown>>;

const registration = {
  id: "AA",
  rawId: "AA",
  type: "public-key",
  response: { clientDataJSON: "AA", attestationObject: "AA" },
};

/** A request of each operation, and its workspace. */
const inputs: {
  readonly [Name in OperationName]: readonly [input: Asked, workspaceId: string | null];
} = {
  listMachines: [{}, null],
  provisionMachine: [{ workspaceId: "acme" }, "acme"],
  readMachine: [{ id: "memory-1" }, null],
  actOnMachine: [{ id: "memory-1", action: "start" }, null],
  destroyMachine: [{ id: "memory-1" }, null],
  readTreasury: [{}, "demo"],
  listLedger: [{ workspaceId: " acme " }, "acme"],
  listProposals: [{ workspaceId: "acme" }, "acme"],
  verifyLedger: [{ workspaceId: "acme" }, "acme"],
  startDeposit: [{ amountUsd: 5 }, "demo"],
  confirmDeposit: [{ workspaceId: "acme", session_id: "cs_1" }, "acme"],
  decideProposal: [{ workspaceId: "acme", proposalId: "prop_1", decision: "deny" }, "acme"],
  setBudget: [{ workspaceId: "acme", limits: {} }, "acme"],
  resetTreasury: [{ workspaceId: "acme" }, "acme"],
  readBudget: [{ workspaceId: "acme" }, "acme"],
  createProposal: [{ workspaceId: "acme", amountUsd: 5, vendor: "Acme", purpose: "paper" }, "acme"],
  fetchPaid: [{ workspaceId: "acme", url: "https://a.example/", purpose: "a report" }, "acme"],
  readProposal: [{ workspaceId: "acme", proposalId: "prop_1" }, "acme"],
  readResource: [{ workspaceId: "acme", proposalId: "prop_1" }, "acme"],
  withdrawApproval: [{ workspaceId: "acme", proposalId: "prop_1" }, "acme"],
  readRules: [{ workspaceId: "acme" }, "acme"],
  listSuggestions: [{ workspaceId: "acme" }, "acme"],
  writeRules: [{ workspaceId: "acme", sentence: "Less." }, "acme"],
  validateRules: [{ workspaceId: "acme", rules: {} }, "acme"],
  publishRules: [{ workspaceId: "acme", rules: {} }, "acme"],
  listPublications: [{ workspaceId: "acme" }, "acme"],
  readPublication: [{ workspaceId: "acme", digest: "0".repeat(64) }, "acme"],
  rollBackRules: [{ workspaceId: "acme", digest: "0".repeat(64) }, "acme"],
  replayRules: [{ workspaceId: "acme" }, "acme"],
  readDraft: [{ workspaceId: "acme" }, "acme"],
  saveDraft: [{ workspaceId: "acme", rules: { version: 1, rules: [] } }, "acme"],
  removeDraft: [{ workspaceId: "acme" }, "acme"],
  readCosts: [{ workspaceId: "acme" }, "acme"],
  openTab: [
    { workspaceId: "acme", amountUsd: 5, vendor: "Models", purpose: "drafts", minutes: 60 },
    "acme",
  ],
  listTabs: [{ workspaceId: "acme" }, "acme"],
  readTab: [{ workspaceId: "acme", tabId: "t" }, "acme"],
  listTabCharges: [{ workspaceId: "acme", tabId: "t" }, "acme"],
  reserveOnTab: [{ workspaceId: "acme", tabId: "t", amountUsd: 1 }, "acme"],
  settleOnTab: [{ workspaceId: "acme", tabId: "t", number: 1, amountUsd: 1 }, "acme"],
  chargeTab: [{ workspaceId: "acme", tabId: "t", chargeId: "c", amountUsd: 1 }, "acme"],
  cancelReservation: [{ workspaceId: "acme", tabId: "t", number: 1 }, "acme"],
  confirmSettlement: [{ workspaceId: "acme", tabId: "t", number: 1 }, "acme"],
  closeTab: [{ workspaceId: "acme", tabId: "t" }, "acme"],
  openRefundCase: [{ workspaceId: "acme", proposalId: "p", reason: "late" }, "acme"],
  listRefundCases: [{ workspaceId: "acme" }, "acme"],
  readRefundCase: [{ workspaceId: "acme", proposalId: "p" }, "acme"],
  askSellerAgain: [{ workspaceId: "acme", proposalId: "p" }, "acme"],
  recordRefund: [{ workspaceId: "acme", proposalId: "p", reference: "re_1" }, "acme"],
  updateRefundCase: [{ workspaceId: "acme", proposalId: "p", step: "disputed" }, "acme"],
  renewTab: [{ workspaceId: "acme", tabId: "t", minutes: 60 }, "acme"],
  listAllocations: [{ workspaceId: "acme" }, "acme"],
  setAllocation: [{ workspaceId: "acme", id: "team" }, "acme"],
  archiveAllocation: [{ workspaceId: "acme", allocationId: "team" }, "acme"],
  listPayees: [{ workspaceId: "acme" }, "acme"],
  listPaidByPolicy: [{ workspaceId: "acme" }, "acme"],
  addPayee: [{ workspaceId: "acme", vendor: "Acme", amountUsd: 5 }, "acme"],
  forgetPayee: [{ workspaceId: "acme", payeeId: "1" }, "acme"],
  listStandingApprovals: [{ workspaceId: "acme" }, "acme"],
  createStandingApproval: [
    {
      workspaceId: "acme",
      agentId: "buyer",
      vendor: "Acme",
      maximumUsd: 5,
      count: 1,
      endsAt: "2027-01-01T00:00:00Z",
    },
    "acme",
  ],
  revokeStandingApproval: [{ workspaceId: "acme", standingApprovalId: "1" }, "acme"],
  listActions: [{ workspaceId: "acme" }, "acme"],
  decideAction: [{ workspaceId: "acme", actionId: "1", decision: "deny" }, "acme"],
  listFreezes: [{ workspaceId: "acme" }, "acme"],
  freeze: [{ workspaceId: "acme", scope: "workspace" }, "acme"],
  unfreeze: [{ workspaceId: "acme", scope: "workspace" }, "acme"],
  freezeAll: [{}, null],
  unfreezeAll: [{}, null],
  readInbox: [{}, null],
  listWorkspaces: [{}, null],
  readRails: [{}, null],
  reconcileRails: [{}, null],
  issueCredential: [{ workspaceId: "acme", agentId: "buyer", name: "Buyer" }, "acme"],
  listCredentials: [{ workspaceId: "acme" }, "acme"],
  revokeCredential: [{ workspaceId: "acme", credentialId: "1" }, "acme"],
  listPasskeys: [{ workspaceId: "acme" }, "acme"],
  invitePasskey: [{ workspaceId: "acme", personId: "ada" }, "acme"],
  beginPasskey: [{ workspaceId: "acme", invitation: "token" }, "acme"],
  registerPasskey: [{ workspaceId: "acme", nonce: "n", name: "Laptop", registration }, "acme"],
  challengePasskey: [{ workspaceId: "acme", intent: "add_passkey" }, "acme"],
  removePasskey: [{ workspaceId: "acme", passkeyId: "1" }, "acme"],
  runTurn: [{ workspaceId: "acme", message: "Go." }, "acme"],
  resumeTurn: [{ workspaceId: "acme", turnId: "turn_1" }, "acme"],
  readTurnEvents: [{ workspaceId: "acme", id: "turn_1" }, "acme"],
  readReceipt: [{ workspaceId: "acme", proposalId: "prop_1" }, "acme"],
  readCheckpoint: [{ workspaceId: "acme" }, "acme"],
  readKeys: [{}, null],
  readHealth: [{}, null],
  readOpenApi: [{}, null],
};

/** Operations on a turn. */
const aboutTurns: readonly OperationName[] = ["resumeTurn", "readTurnEvents"];

function requestFor(name: OperationName, input: Asked): Request {
  const { method, path } = routes[name];
  const rest: Record<string, unknown> = { ...input };
  const filled = path.replace(/\{(\w+)\}/g, (_match, field: string) => {
    const value = String(rest[field]);
    delete rest[field];
    return value;
  });
  const address = `http://localhost:3000/api/service${filled}`;
  if (method === "POST") {
    const headers = { "content-type": "application/json" };
    return new Request(address, { method, headers, body: JSON.stringify(rest) });
  }
  const query = new URLSearchParams(rest as Record<string, string>).toString();
  return new Request(`${address}?${query}`, { method });
}

describe("authorize", () => {
  it.each(Object.keys(inputs) as OperationName[])(
    "is called for %s before anything is done",
    async (name) => {
      const [input, workspaceId] = inputs[name];
      const asked: AuthorizationInput[] = [];
      const storage = memoryStorage();
      const treasury = createTreasury({
        baseUrl: "http://localhost:3000",
        storage,
        authenticate: () => ({ name: "Ada" }),
        authorize: (question) => {
          asked.push(question);
          return false;
        },
      });
      const { status } = await treasury.handler(requestFor(name, input));
      if (["readHealth", "readOpenApi", "readKeys"].includes(name)) {
        expect([status, asked]).toEqual([200, []]);
        return;
      }
      expect(status).toBe(403);
      const about = { workspaceId, ...(aboutTurns.includes(name) && { turnId: "turn_1" }) };
      expect(
        asked.map(({ request: _request, headers: _headers, ...question }) => question),
      ).toEqual([{ operator: { name: "Ada" }, action: name, ...about }]);
      expect(await storage.workspaces(null, 10)).toEqual([]);
    },
  );
});

describe("a decision that resumes a turn", () => {
  it("is rejected without changes if the operator may not resume that turn", async () => {
    const asked: AuthorizationInput[] = [];
    const treasury = createTreasury({
      baseUrl: "http://localhost:3000",
      storage: memoryStorage(),
      budget: { startingCapitalUsd: 100 },
      model: testModel(
        calls("propose_spend", { amountUsd: 12, vendor: "Acme", purpose: "a lamp" }),
        says("Bought."),
      ),
      authenticate: () => ({ name: "Ada" }),
      authorize: (question) => {
        asked.push(question);
        return question.action !== "resumeTurn";
      },
    });
    const { turnId, state } = await treasury.runTurn({ message: "Buy a lamp." });
    const decision = { proposalId: state.proposals[0]?.id, decision: "approve" };
    const decide = (more: Asked) =>
      treasury.handler(requestFor("decideProposal", { ...decision, ...more }));
    expect((await decide({ resume: true })).status).toBe(403);
    expect((await treasury.state()).pendingCount).toBe(1);
    expect(asked.map(({ action }) => action)).toEqual(["decideProposal", "resumeTurn"]);
    expect({ ...asked[1], request: null, headers: null }).toEqual({
      operator: { name: "Ada" },
      action: "resumeTurn",
      workspaceId: "demo",
      turnId,
      request: null,
      headers: null,
    });
    expect((await decide({})).status).toBe(200);
    await treasury.close();
  });
});
