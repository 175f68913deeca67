/** @import { DecisionAnswer, Proposal } from "@agent-treasury/sdk-client" */

import { complain, copy, messageOf, whileDisabled } from "./elements.js";
import { moment, usd } from "./words.js";

/**
 * The card of a spend that waits, with its two buttons.
 *
 * @param {Proposal} proposal
 * @param {(decision: "approve" | "deny", comment: string) => Promise<DecisionAnswer>} onDecision
 */
export function waitingSpend(proposal, onDecision) {
  const { vendor, purpose, amountUsd, verdict, reason, createdAt, expiresAt } = proposal;
  const card = copy("waiting", {
    vendor,
    purpose,
    amount: usd(amountUsd),
    verdict,
    reason,
    asked: `Asked for at ${moment(createdAt)}`,
    expires: expiresAt === null ? "" : `, expires at ${moment(expiresAt)}`,
  });
  card.querySelector(".badge")?.setAttribute("class", `badge ${verdict}`);
  const form = /** @type {HTMLFormElement} */ (card.querySelector("form"));
  const buttons = [...form.querySelectorAll("button")];
  for (const button of buttons) {
    const verb = button.value === "approve" ? "Approve" : "Deny";
    button.setAttribute("aria-label", `${verb} ${usd(amountUsd)} to ${vendor}`);
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const decision = chosen(event.submitter);
    // Enter in the comment presses the first button; only a button that was meant decides.
    if (decision === null) return;
    const comment = new FormData(form).get("comment");
    complain(form, "");
    void whileDisabled(buttons, async () => {
      try {
        await onDecision(decision, typeof comment === "string" ? comment.trim() : "");
      } catch (error) {
        complain(form, messageOf(error));
      }
    });
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
  });
  return card;
}

/**
 * @param {HTMLElement | null} submitter
 * @returns {"approve" | "deny" | null}
 */
function chosen(submitter) {
  if (!(submitter instanceof HTMLButtonElement)) return null;
  return submitter.value === "approve" || submitter.value === "deny" ? submitter.value : null;
}
