import type { TestContext } from "./test-context.ts";

/** Calls of every kind, for properties that all of them share. */
const someCalls = [
  ["readTreasury", {}],
  ["listLedger", {}],
  ["verifyLedger", {}],
  ["startDeposit", { amountUsd: 5 }],
  ["decideProposal", { proposalId: "prop_1", decision: "approve" }],
  ["resetTreasury", {}],
  ["setBudget", { limits: {} }],
  ["readBudget", {}],
  ["createProposal", { amountUsd: 5, vendor: "Acme", purpose: "paper" }],
  ["fetchPaid", { url: "https://a.example/", purpose: "a report" }],
  ["readProposal", { proposalId: "prop_1" }],
  ["readResource", { proposalId: "prop_1" }],
  ["withdrawApproval", { proposalId: "prop_1" }],
  ["readRules", {}],
  ["validateRules", { rules: { version: 1, rules: [] } }],
  ["publishRules", { rules: { version: 1, rules: [] } }],
  ["listPublications", {}],
  ["readPublication", { digest: "0".repeat(64) }],
  ["rollBackRules", { digest: "0".repeat(64) }],
  ["listAllocations", {}],
  ["setAllocation", { id: "team" }],
  ["archiveAllocation", { allocationId: "team" }],
  ["listPayees", {}],
  ["listPaidByPolicy", {}],
  ["addPayee", { vendor: "Acme", amountUsd: 5 }],
  ["forgetPayee", { payeeId: "1" }],
  ["listStandingApprovals", {}],
  [
    "createStandingApproval",
    {
      agentId: "buyer",
      vendor: "Acme",
      maximumUsd: 5,
      count: 1,
      endsAt: "2027-01-01T00:00:00Z",
    },
  ],
  ["revokeStandingApproval", { standingApprovalId: "1" }],
  ["listActions", {}],
  ["decideAction", { actionId: "1", decision: "approve" }],
  ["listFreezes", {}],
  ["freeze", { scope: "workspace" }],
  ["unfreeze", { scope: "workspace" }],
  ["freezeAll", {}],
  ["unfreezeAll", {}],
  ["readInbox", {}],
  ["listWorkspaces", {}],
  ["readRails", {}],
  ["reconcileRails", {}],
  ["issueCredential", { agentId: "buyer", name: "Buyer" }],
  ["listCredentials", {}],
  ["revokeCredential", { credentialId: "1" }],
  ["listPasskeys", {}],
  ["invitePasskey", { personId: "ada" }],
  ["beginPasskey", { invitation: "token" }],
  ["challengePasskey", { intent: "add_passkey" }],
  ["removePasskey", { passkeyId: "1" }],
  ["runTurn", { message: "Go." }],
  ["resumeTurn", { turnId: "turn_1" }],
  ["readTurnEvents", { id: "turn_1" }],
  ["listMachines", {}],
  ["provisionMachine", {}],
  ["readMachine", { id: "memory-1" }],
  ["actOnMachine", { id: "memory-1", action: "start" }],
  ["destroyMachine", { id: "memory-1" }],
] as const;

/** Asserts that every kind of call is rejected with this code without effect. */
export async function refusesEveryCall(
  context: TestContext,
  code: "access_not_chosen" | "access_check_failed" | "unauthenticated" | "forbidden",
  extras: { headers?: Readonly<Record<string, string>> } = {},
): Promise<void> {
  for (const [name, input] of someCalls) await context.refused(code, name, input, extras);
  context.expect(context.model.requests.length).toBe(0);
  context.expect(context.payments.opened).toEqual([]);
  context.expect(context.machines.calls.filter(({ method }) => method !== "get")).toEqual([]);
  context.expect(await context.ok("readHealth", {})).toEqual({ ok: true });
}
