/** What the answers carry: one row for each resource. */
export const resourceRows = {
  "resource/machine":
    "AgentMachine: id, name, state, region, image, CPU kind and count, memory, role, agent, workspace, goal, creation, uptime, cost",
  "resource/spec": "AgentSpec: image, CPU kind and count, memory, region and app of a default body",
  "resource/exec-result": "ExecResult: exit code, both outputs, duration",
  "resource/treasury-state":
    "TreasuryState: the totals, the number waiting, the budget, proposals, ledger and payment mode",
  "resource/budget": "Budget: five limits in USD; 0, 50, 10, 100 and 20 after a reset",
  "resource/proposal": "Proposal: status, the deciding operator's name, timestamps",
  "resource/ledger-entry": "LedgerEntry: a signed record",
  "resource/chat-message": "ChatMessage: role `user` or `assistant`, and content",
  "resource/agent-event":
    "AgentEvent: thought, tool call, tool result, proposal, awaiting approval, error",
  "resource/turn-result":
    "AgentTurnResult: ordered events, the last word, whether a spend waits, the state",
} as const;

/** What always holds between the numbers of a TreasuryState. */
export const formulaRows = {
  "formula/balance": "The balance is starting capital plus deposits plus revenue less expense",
  "formula/net-profit": "Net profit is revenue less expense",
  "formula/deposits": "Deposits are what came through checkouts",
  "formula/revenue": "Revenue is what was confirmed as collected, and nothing else",
  "formula/expense": "Expense is the total of executed spends",
  "formula/spent-today": "Spent today is the day's spending, measured against the day's cap",
  "formula/pending-count": "The pending count is the number of proposals that wait for a person",
} as const;

/** How a proposal and a machine change. */
export const transitionRows = {
  "proposal/deny": "waiting → denied, operator and timestamps stamped",
  "proposal/approve": "waiting → approved, operator stamped, execution attempted at once",
  "proposal/execute": "approved → executed while every cap holds, and the ledger has the expense",
  "proposal/fail": "approved → failed when a cap or the reserve would be passed; no money moves",
  "proposal/propose": "a proposal comes of a propose_spend call within a turn",
  "proposal/blocked": "over the cap of one spend: verdict blocked, balance unchanged",
  "machine/provision": "none → started; the call waits for it",
  "machine/suspend": "any → suspended, and it costs nothing more",
  "machine/start": "suspended → running again",
  "machine/destroy": "any → removed; reading it then gives 404",
} as const;
