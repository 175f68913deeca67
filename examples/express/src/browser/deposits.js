/** @import { TreasuryState } from "@agent-treasury/sdk-client" */

import { rememberDeposit, settleAddress } from "./address.js";
import { complain, find, messageOf, whileDisabled } from "./elements.js";
import { notify, trouble } from "./notices.js";
import { CallError, confirmDeposit, startDeposit } from "./service.js";
import { usd } from "./words.js";

/** The form says it itself: a browser's own bubble is gone before everybody has read it. */
const whatCanBeDeposited = "Enter an amount from 1 to 999,999.99 USD, in whole cents.";

/**
 * Sends a person to the checkout, and remembers for which workspace.
 *
 * @param {string} workspaceId
 */
export function openDeposits(workspaceId) {
  const form = find("deposit-form", HTMLFormElement);
  const amount = find("deposit-amount", HTMLInputElement);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    complain(form, "");
    amount.setAttribute("aria-invalid", String(!amount.validity.valid));
    if (!amount.validity.valid) {
      complain(form, whatCanBeDeposited);
      amount.focus();
      return;
    }
    void whileDisabled(form.querySelectorAll("button"), async () => {
      try {
        const session = await startDeposit({ workspaceId, amountUsd: amount.valueAsNumber });
        if (!/^https?:\/\//.test(session.url)) throw new Error("The checkout has no web address.");
        rememberDeposit(session.id, workspaceId);
        location.assign(session.url);
      } catch (error) {
        complain(form, messageOf(error));
      }
    });
  });
}

/**
 * Confirms the checkout that somebody returned from.
 *
 * @param {string} workspaceId
 * @param {string} sessionId
 * @param {(state: TreasuryState) => void} onState
 */
export async function confirmReturn(workspaceId, sessionId, onState) {
  const again = { label: "Check again", act: () => confirmReturn(workspaceId, sessionId, onState) };
  try {
    const { paid, duplicate, depositedUsd, state } = await confirmDeposit(workspaceId, sessionId);
    onState(state);
    if (!paid) {
      notify("The checkout is not paid yet, so nothing was credited.", again);
      return;
    }
    settleAddress(workspaceId);
    notify(
      duplicate
        ? `This deposit of ${usd(depositedUsd)} was credited before. Nothing was added again.`
        : `${usd(depositedUsd)} came in and is credited to ${workspaceId}.`,
    );
  } catch (error) {
    const elsewhere = error instanceof CallError && error.code === "deposit_belongs_elsewhere";
    const hint = elsewhere
      ? " Open that workspace above; the deposit is then confirmed there."
      : "";
    trouble(`The deposit was not credited. ${messageOf(error)}${hint}`, again);
  }
}
