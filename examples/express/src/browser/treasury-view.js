/** @import { Proposal, TreasuryState } from "@agent-treasury/sdk-client" */

import { copy, find, findAny, showList, write } from "./elements.js";
import {
  moment,
  moneyKind,
  outcome,
  rules,
  screening,
  signedUsd,
  tellEntry,
  usd,
} from "./words.js";

/**
 * Shows a treasury's state. What did not change is left as it is.
 *
 * @param {TreasuryState} state
 * @param {(proposal: Proposal) => HTMLElement} makeWaiting
 * @param {boolean} isSignedIn Whether the service knows who decides, so that nobody is asked.
 */
export function showTreasury(state, makeWaiting, isSignedIn) {
  showMoney(state);
  showFigures(state);
  const waiting = state.proposals.filter(({ status }) => status === "pending");
  const decided = state.proposals.filter(({ status }) => status !== "pending");
  showList(findAny("waiting-list"), waiting, ({ id }) => id, makeWaiting);
  findAny("waiting-none").hidden = waiting.length > 0;
  findAny("operator-field").hidden = waiting.length === 0 || isSignedIn;
  findAny("waiting-count").textContent = waiting.length > 0 ? String(waiting.length) : "";
  sayWaiting(waiting.length);
  document.title = `${waiting.length > 0 ? `(${waiting.length}) ` : ""}Treasury: ${state.workspaceId}`;
  showList(findAny("decided-list"), decided, (proposal) => JSON.stringify(proposal), makeDecided);
  findAny("decided-none").hidden = decided.length > 0;
  findAny("decided-more").hidden = state.proposalsCursor === null;
  showLedger(state);
}

/**
 * Tells a person who cannot see the list that it changed; the same text again is not read out.
 *
 * @param {number} count
 */
function sayWaiting(count) {
  const place = findAny("waiting-status");
  const words = count === 1 ? "1 spend waits for you." : `${count} spends wait for you.`;
  const text = count === 0 ? "" : words;
  if (place.textContent !== text) place.textContent = text;
}

/** @param {TreasuryState} state */
function showMoney(state) {
  const { kind, words } = moneyKind(state);
  const banner = findAny("money");
  banner.dataset["kind"] = kind;
  banner.textContent = words;
  banner.hidden = false;
  const connected = kind !== "none";
  for (const control of find("deposit-form", HTMLFormElement).elements) {
    control.toggleAttribute("disabled", !connected);
  }
  findAny("deposit-hint").textContent = connected
    ? "You pay on the processor's page, and come back here."
    : "Nothing can be deposited until a payment processor is connected.";
}

/** @param {TreasuryState} state */
function showFigures(state) {
  const { budget } = state;
  findAny("reset-workspace").textContent = state.workspaceId;
  write(findAny("figures"), {
    balance: usd(state.balanceUsd),
    available: usd(state.availableUsd),
    held: usd(state.heldUsd),
    reserve: usd(budget.minReserveUsd),
    today: `${usd(state.spentTodayUsd)} of ${usd(budget.dailySpendCapUsd)}`,
    rules: `${rules(budget)} ${screening(state)}`,
  });
  const meter = find("today", HTMLMeterElement);
  meter.max = budget.dailySpendCapUsd || 1;
  meter.value = state.spentTodayUsd;
  meter.high = meter.max * 0.8;
}

/** @param {Proposal} proposal */
function makeDecided(proposal) {
  const { vendor, purpose, amountUsd, status, comment } = proposal;
  const element = copy("decided", {
    vendor,
    purpose,
    amount: usd(amountUsd),
    status,
    outcome: outcome(proposal),
    comment: comment === null ? "" : `“${comment}”`,
  });
  element.querySelector(".badge")?.classList.add(status);
  return element;
}

/** @param {TreasuryState} state */
function showLedger({ ledger, ledgerCursor }) {
  showList(
    findAny("ledger-rows"),
    ledger,
    ({ id }) => id,
    (entry) => {
      const row = copy("entry", {
        sequence: String(entry.sequence),
        time: moment(entry.createdAt),
        description: tellEntry(entry),
        amount: signedUsd(entry.amountUsd),
        balance: usd(entry.balanceUsd),
        hash: entry.hash.slice(0, 10),
      });
      row.querySelector("code")?.setAttribute("title", entry.hash);
      row.querySelector("time")?.setAttribute("datetime", entry.createdAt);
      row.classList.toggle("outgoing", entry.amountUsd < 0);
      return row;
    },
  );
  findAny("ledger-none").hidden = ledger.length > 0;
  findAny("ledger-table").hidden = ledger.length === 0;
  findAny("ledger-more").hidden = ledgerCursor === null;
}
