import type { ErrorBody, Input, Output, RouteName, TurnRouteName } from "@agent-treasury/contract";
import type { DriverKind } from "./driver.ts";
import type { CallOptions, MakeClient, ServiceClient, TurnStream } from "./service-client.ts";

type Invocation<Name extends RouteName> = (
  client: ServiceClient,
  input: Input<Name>,
  call: CallOptions,
) => Promise<unknown>;

/** The client's method for each operation. */
const invocations: { readonly [Name in RouteName]: Invocation<Name> } = {
  listMachines: ({ machines }, _input, call) => machines.list(call),
  provisionMachine: ({ machines }, input, call) => machines.provision(input, call),
  readMachine: ({ machines }, { id }, call) => machines.get(id, call),
  actOnMachine: ({ machines }, input, call) => {
    if (input.action === "suspend") return machines.suspend(input.id, call);
    if (input.action === "start") return machines.start(input.id, call);
    const { id, command, timeoutSec } = input;
    // JavaScript drivers can omit the command despite its type.
    return machines.exec(id, { command: command as string, timeoutSec }, call);
  },
  destroyMachine: ({ machines }, { id }, call) => machines.destroy(id, call),
  readTreasury: ({ treasury }, input, call) => treasury.state(input, call),
  listLedger: ({ treasury }, input, call) => treasury.ledger(input, call),
  listProposals: ({ treasury }, input, call) => treasury.proposals(input, call),
  verifyLedger: ({ treasury }, input, call) => treasury.verify(input, call),
  startDeposit: ({ treasury }, input, call) => treasury.deposit(input, call),
  confirmDeposit: ({ treasury }, { session_id: sessionId, workspaceId }, call) =>
    treasury.confirmDeposit({ sessionId, workspaceId }, call),
  receiveWebhook: () => Promise.reject(new Error("The client sends no webhooks.")),
  authorizePayment: () => Promise.reject(new Error("The client sends no webhooks.")),
  decideProposal: ({ treasury }, input, call) => treasury.decide(input, call),
  readBudget: ({ treasury }, input, call) => treasury.budget(input, call),
  createProposal: ({ treasury }, input, call) => treasury.propose(input, call),
  fetchPaid: ({ treasury }, input, call) => treasury.fetchPaid(input, call),
  readProposal: ({ treasury }, input, call) => treasury.proposal(input, call),
  readResource: ({ treasury }, input, call) => treasury.resource(input, call),
  withdrawApproval: ({ treasury }, input, call) => treasury.withdrawApproval(input, call),
  readRules: ({ rules }, input, call) => rules.current(input, call),
  validateRules: ({ rules }, input, call) => rules.validate(input, call),
  publishRules: ({ rules }, input, call) => rules.publish(input, call),
  listPublications: ({ rules }, input, call) => rules.history(input, call),
  readPublication: ({ rules }, input, call) => rules.read(input, call),
  rollBackRules: ({ rules }, input, call) => rules.rollBack(input, call),
  replayRules: ({ rules }, input, call) => rules.replay(input, call),
  readDraft: ({ rules }, input, call) => rules.draft(input, call),
  saveDraft: ({ rules }, input, call) => rules.saveDraft(input, call),
  removeDraft: ({ rules }, input, call) => rules.removeDraft(input, call),
  readCosts: ({ treasury }, input, call) => treasury.costs(input, call),
  openTab: ({ tabs }, input, call) => tabs.open(input, call),
  listTabs: ({ tabs }, input, call) => tabs.list(input, call),
  readTab: ({ tabs }, input, call) => tabs.read(input, call),
  listTabCharges: ({ tabs }, input, call) => tabs.charges(input, call),
  reserveOnTab: ({ tabs }, input, call) => tabs.reserve(input, call),
  settleOnTab: ({ tabs }, input, call) => tabs.settle(input, call),
  chargeTab: ({ tabs }, input, call) => tabs.charge(input, call),
  cancelReservation: ({ tabs }, input, call) => tabs.cancel(input, call),
  confirmSettlement: ({ tabs }, input, call) => tabs.confirm(input, call),
  closeTab: ({ tabs }, input, call) => tabs.close(input, call),
  renewTab: ({ tabs }, input, call) => tabs.renew(input, call),
  openRefundCase: ({ refunds }, input, call) => refunds.open(input, call),
  listRefundCases: ({ refunds }, input, call) => refunds.list(input, call),
  readRefundCase: ({ refunds }, input, call) => refunds.read(input, call),
  askSellerAgain: ({ refunds }, input, call) => refunds.askAgain(input, call),
  recordRefund: ({ refunds }, input, call) => refunds.record(input, call),
  updateRefundCase: ({ refunds }, input, call) => refunds.update(input, call),
  listAllocations: ({ allocations }, input, call) => allocations.list(input, call),
  setAllocation: ({ allocations }, input, call) => allocations.set(input, call),
  archiveAllocation: ({ allocations }, input, call) => allocations.archive(input, call),
  listPayees: ({ payees }, input, call) => payees.list(input, call),
  listPaidByPolicy: ({ payees }, input, call) => payees.paidByPolicy(input, call),
  addPayee: ({ payees }, input, call) => payees.add(input, call),
  forgetPayee: ({ payees }, input, call) => payees.forget(input, call),
  listStandingApprovals: ({ standingApprovals }, input, call) =>
    standingApprovals.list(input, call),
  createStandingApproval: ({ standingApprovals }, input, call) =>
    standingApprovals.create(input, call),
  revokeStandingApproval: ({ standingApprovals }, input, call) =>
    standingApprovals.revoke(input, call),
  listActions: ({ actions }, input, call) => actions.list(input, call),
  decideAction: ({ actions }, input, call) => actions.decide(input, call),
  listFreezes: ({ freezes }, input, call) => freezes.list(input, call),
  freeze: ({ freezes }, input, call) => freezes.freeze(input, call),
  unfreeze: ({ freezes }, input, call) => freezes.unfreeze(input, call),
  freezeAll: ({ freezes }, input, call) => freezes.freezeAll(input, call),
  unfreezeAll: ({ freezes }, input, call) => freezes.unfreezeAll(input, call),
  readInbox: (client, input, call) => client.inbox(input, call),
  listWorkspaces: (client, input, call) => client.workspaces(input, call),
  readRails: ({ rails }, _input, call) => rails.list(call),
  reconcileRails: ({ rails }, input, call) => rails.reconcile(input, call),
  issueCredential: ({ credentials }, input, call) => credentials.issue(input, call),
  listCredentials: ({ credentials }, input, call) => credentials.list(input, call),
  revokeCredential: ({ credentials }, input, call) => credentials.revoke(input, call),
  listPasskeys: ({ passkeys }, input, call) => passkeys.list(input, call),
  invitePasskey: ({ passkeys }, input, call) => passkeys.invite(input, call),
  beginPasskey: ({ passkeys }, input, call) => passkeys.begin(input, call),
  registerPasskey: ({ passkeys }, input, call) => passkeys.register(input, call),
  challengePasskey: ({ passkeys }, input, call) => passkeys.challenge(input, call),
  removePasskey: ({ passkeys }, input, call) => passkeys.remove(input, call),
  setBudget: ({ treasury }, input, call) => treasury.setBudget(input, call),
  resetTreasury: ({ treasury }, input, call) => treasury.reset(input, call),
  runTurn: ({ agent }, input, call) => agent.run(input, call),
  resumeTurn: ({ agent }, input, call) => agent.resume(input, call),
  readTurnEvents: ({ agent }, { id, ...rest }, call) => agent.events({ ...rest, turnId: id }, call),
  readReceipt: ({ treasury }, input, call) => treasury.receipt(input, call),
  readCheckpoint: ({ treasury }, input, call) => treasury.checkpoint(input, call),
  readKeys: ({ treasury }, _input, call) => treasury.keys(call),
  readHealth: (client, _input, call) => client.health(call),
  readOpenApi: () =>
    Promise.reject(new Error("The client is generated from the OpenAPI document.")),
};

type Streaming<Name extends TurnRouteName> = (
  client: ServiceClient,
  input: Input<Name>,
  after: { after?: string },
  call: CallOptions,
) => TurnStream;

/** The client's method for each operation with a streamed response. */
const streamings: { readonly [Name in TurnRouteName]: Streaming<Name> } = {
  runTurn: ({ agent }, input, _after, call) => agent.stream(input, call),
  resumeTurn: ({ agent }, input, after, call) => agent.streamResume({ ...input, ...after }, call),
  readTurnEvents: ({ agent }, { id, ...rest }, after, call) =>
    agent.watch({ ...rest, turnId: id, ...after }, call),
};

/** Calls through the typed client. */
export function clientDriver(makeClient: MakeClient): DriverKind {
  return {
    name: "by the client",
    connect: ({ origin, fetch }) => {
      // A retry would hide a provoked failure, and each test limits its own time.
      const patience = { maximumRetries: 0, maximumReconnects: 0, timeoutMs: 600_000 };
      const clientWith = (headers: Readonly<Record<string, string>>): ServiceClient =>
        makeClient({ baseUrl: origin, fetch, headers, ...patience });
      return {
        name: "by the client",
        call: async (name, input, { headers = {}, signal } = {}) => {
          try {
            const answer = await invocations[name](clientWith(headers), input, { signal });
            return { ok: true, answer: answer as Output<typeof name> };
          } catch (error) {
            return { ok: false, ...refusalOf(error) };
          }
        },
        stream: (name, input, { headers = {}, signal, after } = {}) =>
          streamings[name](clientWith(headers), input, { ...(after && { after }) }, { signal }),
      };
    },
  };
}

/** The service's error in the client's error; other errors are rethrown. */
function refusalOf(error: unknown): { status: number; body: ErrorBody } {
  if (!(error instanceof Error) || error.name !== "TreasuryApiError") throw error;
  const { status, code, requestId } = error as Error & { status: number } & Omit<
      ErrorBody,
      "error"
    >;
  return { status, body: { error: error.message, code, requestId } };
}
