/** The fields of responses: one row for each resource. */
export const resourceRequirements = {
  "resource/machine":
    "AgentMachine: id, name, state, region, image, CPU kind and count, memory, role, agent, workspace, goal, creation, uptime, cost",
  "resource/spec":
    "AgentSpec: image, CPU kind and count, memory, region and app of a default machine",
  "resource/exec-result": "ExecResult: exit code, both outputs, duration",
  "resource/treasury-state":
    "TreasuryState: the totals, the pending count, the budget, proposals, ledger and payment mode",
  "resource/budget": "Budget: five limits in USD; 0, 50, 10, 100 and 20 after a reset",
  "resource/proposal": "Proposal: status, the deciding operator's name, timestamps",
  "resource/ledger-entry": "LedgerEntry: an entry with a positive or negative amount",
  "resource/chat-message": "ChatMessage: role `user` or `assistant`, and content",
  "resource/agent-event":
    "AgentEvent: thought, tool call, tool result, proposal, awaiting approval, error",
  "resource/turn-result":
    "AgentTurnResult: ordered events, the final message, whether a spend is pending, the state",
} as const;

/** Invariants between the numbers of a TreasuryState. */
export const formulaRequirements = {
  "formula/balance": "The balance is starting capital plus deposits plus revenue less expense",
  "formula/net-profit": "Net profit is revenue less expense",
  "formula/deposits": "Deposits are payments through checkouts",
  "formula/revenue": "Revenue is confirmed payments only",
  "formula/expense": "Expense is the total of executed spends",
  "formula/spent-today": "Spent today is the day's spending, compared with the daily cap",
  "formula/pending-count": "The pending count is the number of pending proposals",
} as const;

/** The transitions of a proposal and a machine. */
export const transitionRequirements = {
  "proposal/deny": "pending → denied, operator and timestamps recorded",
  "proposal/approve": "pending → approved, operator recorded, execution attempted at once",
  "proposal/execute": "approved → executed while every cap holds, and the ledger has the expense",
  "proposal/fail": "approved → failed when a cap or the reserve would be exceeded; no money moves",
  "proposal/propose": "a proposal is created by a propose_spend call within a turn",
  "proposal/blocked": "over the cap of one spend: verdict blocked, balance unchanged",
  "machine/provision": "none → started; the call waits for it",
  "machine/suspend": "any → suspended, without further cost",
  "machine/start": "suspended → running again",
  "machine/destroy": "any → removed; reading it then returns 404",
} as const;
