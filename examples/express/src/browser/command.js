/** @import { Proposal, TreasuryState } from "@agent-treasury/sdk-client" */
/** @import { PageSession } from "./service.js" */

import { keep, readAddress, recall, settleAddress } from "./address.js";
import { nameAgent, openAgent } from "./agent-view.js";
import { confirmReturn, openDeposits } from "./deposits.js";
import { complain, find, findAny, messageOf, whileDisabled } from "./elements.js";
import { notify, trouble } from "./notices.js";
import { openReset } from "./reset.js";
import {
  CallError,
  decide,
  readSession,
  readTreasury,
  signIn,
  signOut,
  verify,
} from "./service.js";
import { showTreasury } from "./treasury-view.js";
import { waitingSpend } from "./waiting-spend.js";
import { tellDecision } from "./words.js";

/** Others decide and deposit too, so the page looks again from time to time. */
const refreshEveryMs = 4_000;
const nameKey = "treasury.operator";

await openPage();

async function openPage() {
  const { workspaceId, depositSession, depositCancelled } = readAddress();
  find("workspace", HTMLInputElement).value = workspaceId;
  carryDeposit(depositSession);
  openSignIn();
  /** @type {PageSession} */
  let session;
  try {
    session = await readSession();
  } catch (error) {
    trouble(messageOf(error), { label: "Try again", act: () => location.reload() });
    return;
  }
  if (session.signIn && session.operator === null) {
    askToSignIn();
    return;
  }
  showSession(session);
  const treasury = openTreasury(workspaceId, session.signIn);
  await treasury.refresh();
  if (depositSession !== null) await confirmReturn(workspaceId, depositSession, treasury.show);
  else if (depositCancelled) {
    settleAddress(workspaceId);
    notify("The checkout was cancelled. Nothing was charged or credited.");
  }
}

/**
 * Another workspace can be opened while a deposit still waits to be confirmed there.
 *
 * @param {string | null} depositSession
 */
function carryDeposit(depositSession) {
  const field = find("workspace-deposit", HTMLInputElement);
  field.disabled = depositSession === null;
  field.value = depositSession ?? "";
}

/** @param {PageSession} session */
function showSession({ operator, agent }) {
  findAny("operator").hidden = operator === null;
  findAny("operator-signed-in").textContent = operator ?? "";
  nameAgent(agent);
}

/**
 * @param {string} workspaceId
 * @param {boolean} isSignedIn
 */
function openTreasury(workspaceId, isSignedIn) {
  const operatorName = find("operator-name", HTMLInputElement);
  operatorName.value = recall(nameKey) ?? "";
  operatorName.addEventListener("change", () => keep(nameKey, operatorName.value.trim()));

  /** @param {Proposal} proposal */
  const makeWaiting = (proposal) =>
    waitingSpend(proposal, async (decision, comment) => {
      const answer = await decide({
        workspaceId,
        proposalId: proposal.id,
        decision,
        operator: operatorName.value.trim() || undefined,
        comment: comment || undefined,
      });
      show(answer.state);
      const failed = answer.proposal.status === "failed";
      (failed ? trouble : notify)(tellDecision(answer.proposal));
      // The button that was pressed is gone; the next one may be another spend's.
      findAny("waiting-title").focus();
      if (proposal.turnId !== null) void agent.goOn(proposal.turnId);
      return answer;
    });

  let statesShown = 0;
  /** @param {TreasuryState} state */
  const show = (state) => {
    statesShown += 1;
    showTreasury(state, makeWaiting, isSignedIn);
    findAny("treasury").hidden = false;
  };

  let isUnreachable = false;
  const refresh = async () => {
    const shownBefore = statesShown;
    try {
      const state = await readTreasury(workspaceId);
      // What a decision brought meanwhile is newer than what was asked for before it.
      if (statesShown === shownBefore) show(state);
      if (isUnreachable) notify("The service answers again.");
      isUnreachable = false;
    } catch (error) {
      if (error instanceof CallError && error.status === 401) {
        clearInterval(timer);
        askToSignIn();
      } else if (!isUnreachable) {
        trouble(messageOf(error));
        isUnreachable = true;
      }
    }
  };
  const timer = setInterval(() => {
    if (document.visibilityState === "visible") void refresh();
  }, refreshEveryMs);

  const agent = openAgent(workspaceId, (result) => {
    if (result === null) void refresh();
    else show(result.state);
  });
  openDeposits(workspaceId);
  openVerification(workspaceId);
  openReset(workspaceId, show);
  return { show, refresh };
}

/** @param {string} workspaceId */
function openVerification(workspaceId) {
  const button = find("verify", HTMLButtonElement);
  const place = findAny("verification");
  button.addEventListener("click", () => {
    void whileDisabled([button], async () => {
      try {
        const { valid, entriesChecked, headHash, problem, notice } = await verify(workspaceId);
        place.classList.toggle("invalid", !valid);
        place.textContent = valid
          ? `Valid: ${entriesChecked} ${entriesChecked === 1 ? "entry" : "entries"} recomputed. Head ${headHash}. ${notice}`
          : `Not valid. ${problem}`;
      } catch (error) {
        place.textContent = messageOf(error);
      }
    });
  });
}

function askToSignIn() {
  findAny("treasury").hidden = true;
  findAny("operator").hidden = true;
  findAny("sign-in").hidden = false;
  find("token", HTMLInputElement).focus();
}

function openSignIn() {
  const form = find("sign-in-form", HTMLFormElement);
  const token = find("token", HTMLInputElement);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    complain(form, "");
    void whileDisabled(form.querySelectorAll("button"), async () => {
      try {
        await signIn(token.value.trim());
        location.reload();
      } catch (error) {
        complain(form, messageOf(error));
        token.select();
      }
    });
  });
  const leave = find("sign-out", HTMLButtonElement);
  leave.addEventListener("click", () => {
    void whileDisabled([leave], async () => {
      try {
        await signOut();
        location.reload();
      } catch (error) {
        trouble(messageOf(error));
      }
    });
  });
}
