/** @import { AgentEvent, LedgerEntry, Proposal, TreasuryState } from "@agent-treasury/sdk-client" */

/** @type {Intl.NumberFormatOptions} */
const inUsd = {
  style: "currency",
  currency: "USD",
  minimumFractionDigits: 2,
  maximumFractionDigits: 6,
};
const usdFormat = new Intl.NumberFormat("en-US", inUsd);
const signedUsdFormat = new Intl.NumberFormat("en-US", { ...inUsd, signDisplay: "always" });

/**
 * An amount as a person reads it, to the last micro-dollar.
 *
 * @param {unknown} amountUsd
 */
export function usd(amountUsd) {
  return typeof amountUsd === "number" ? usdFormat.format(amountUsd) : "an unknown amount";
}

/**
 * An amount with its sign, for a ledger.
 *
 * @param {number} amountUsd
 */
export function signedUsd(amountUsd) {
  return signedUsdFormat.format(amountUsd);
}

/**
 * A moment, short; with its date unless that is today.
 *
 * @param {string} timestamp
 * @param {Date} now
 */
export function moment(timestamp, now = new Date()) {
  const time = new Date(timestamp);
  const clock = time.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const isToday = time.toDateString() === now.toDateString();
  return isToday ? clock : `${time.toLocaleDateString([], { dateStyle: "medium" })}, ${clock}`;
}

/**
 * The screening of spends, in a sentence.
 *
 * @param {Pick<TreasuryState, "judge">} state
 */
export function screening({ judge }) {
  switch (judge) {
    case "active":
      return "Screening: rules, and a model that judges spends.";
    case "paused":
      return "Screening: rules alone. The model that judges spends does not answer and is paused for 30 s.";
    case "none":
      return "Screening: rules alone. No model judges spends.";
  }
}

/**
 * Which kind of money moves here.
 *
 * @param {TreasuryState} state
 * @returns {{ kind: "sandbox" | "test" | "live" | "none", words: string }}
 */
export function moneyKind({ paymentMode, paymentProvider }) {
  if (paymentProvider === "sandbox") {
    return { kind: "sandbox", words: "Sandbox: play money. Nothing here is charged or paid." };
  }
  switch (paymentMode) {
    case "live":
      return { kind: "live", words: `Live: real money, through ${paymentProvider}.` };
    case "test":
      return { kind: "test", words: `Test mode of ${paymentProvider}: no real money moves.` };
    case "none":
      return { kind: "none", words: "No payment processor is connected." };
  }
}

/**
 * The rules that bound every spend, in one line.
 *
 * @param {TreasuryState["budget"]} budget
 */
export function rules({ maxSpendPerActionUsd, autoApproveUnderUsd, minReserveUsd }) {
  const automatic =
    autoApproveUnderUsd > 0
      ? `Safe spends under ${usd(autoApproveUnderUsd)} go through by policy.`
      : "Every spend waits for a person.";
  return `One spend may be at most ${usd(maxSpendPerActionUsd)}. ${automatic} ${usd(minReserveUsd)} stay in reserve. No approval overrides this.`;
}

/**
 * Who decided a proposal, and what came of it.
 *
 * @param {Proposal} proposal
 */
export function outcome(proposal) {
  const when = moment(proposal.executedAt ?? proposal.decidedAt ?? proposal.createdAt);
  return [`${decider(proposal)}, ${when}.`, proposal.failure ?? ""].join(" ").trim();
}

/** @param {Proposal} proposal */
function decider({ autoApproved, operator, operatorVerified, status, failure }) {
  if (autoApproved) return "By policy, without a person";
  if (operator !== null) {
    return operatorVerified ? `By ${operator}` : `By ${operator} (not signed in)`;
  }
  // Only a denial without a person says why.
  if (status === "denied" && failure !== null) return "By the treasury's rules";
  return "By a person who gave no name";
}

/**
 * One step of a turn as a person would tell it; null for what another step tells already.
 *
 * @param {AgentEvent} event
 * @returns {string | null}
 */
export function tellEvent(event) {
  switch (event.kind) {
    case "thought":
      return event.text === "" ? null : `Thought: ${event.text}`;
    case "tool_call":
      return tellCall(event.tool, event.arguments);
    case "tool_result":
      return tellResult(event);
    case "proposal":
      return tellProposal(event.proposal);
    case "awaiting_approval":
      return "Waiting for your decision.";
    case "error":
      return `Something went wrong: ${event.message}`;
  }
}

/**
 * @param {string} tool
 * @param {Record<string, unknown>} given
 */
function tellCall(tool, given) {
  if (tool === "propose_spend") {
    return `Asked to spend ${usd(given["amountUsd"])} at ${said(given["vendor"])}, for ${said(given["purpose"])}.`;
  }
  if (tool === "check_treasury") return "Looked at the treasury.";
  return `Called ${tool} with ${JSON.stringify(given)}.`;
}

/** @param {unknown} value what a model wrote where a text belongs. */
function said(value) {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing named");
}

/** @param {Extract<AgentEvent, { kind: "tool_result" }>} event */
function tellResult({ tool, ok, result }) {
  const answer = /** @type {Record<string, unknown>} */ (
    typeof result === "object" && result !== null ? result : {}
  );
  const problem = answer["error"];
  if (!ok && typeof problem === "string") return `${tool} refused: ${problem}`;
  // The proposal's own step tells more.
  if (tool === "propose_spend") return null;
  if (tool === "check_treasury") {
    return `Read a balance of ${usd(answer["balanceUsd"])}, ${usd(answer["availableUsd"])} of it to spend.`;
  }
  return `${tool} answered ${JSON.stringify(result)}.`;
}

/** @param {Proposal} proposal */
function tellProposal(proposal) {
  const { status, reason, failure, amountUsd, vendor, autoApproved } = proposal;
  switch (status) {
    case "pending":
      return `${reason} A person decides.`;
    case "executed":
      return autoApproved
        ? `Paid ${usd(amountUsd)} to ${vendor} by policy: ${reason}`
        : tellDecision(proposal);
    case "denied":
      // Only a denial without a person says why.
      return failure === null ? tellDecision(proposal) : `The treasury refused it: ${failure}`;
    case "failed":
      return `It failed, and no money moved: ${failure ?? reason}`;
    case "approved":
      return `Approved; the payment of ${usd(amountUsd)} is under way.`;
  }
}

/**
 * What a decision came to, for whoever made it.
 *
 * @param {Proposal} proposal
 */
export function tellDecision({ status, amountUsd, vendor, failure }) {
  const spend = `${usd(amountUsd)} to ${vendor}`;
  switch (status) {
    case "executed":
      return `Approved, and paid: ${spend}.`;
    case "approved":
      return `Approved: ${spend}. The payment is under way.`;
    case "denied":
      return `Denied: ${spend}. No money moved.`;
    case "failed":
      return `Approved, but it failed and no money moved: ${failure ?? spend}`;
    case "pending":
      return `Still waiting: ${spend}.`;
  }
}

/**
 * @param {LedgerEntry} entry
 */
export function tellEntry({ type, description, reversalOf }) {
  return `${reversalOf === null ? "" : `Reversal of ${type}: `}${description}`;
}
