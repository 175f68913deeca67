/** @import { TreasuryState } from "@agent-treasury/sdk-client" */

import { complain, find, findAny, messageOf, whileDisabled } from "./elements.js";
import { notify } from "./notices.js";
import { reset } from "./service.js";

/**
 * Resets a workspace after asking once more.
 *
 * @param {string} workspaceId
 * @param {(state: TreasuryState) => void} onState
 */
export function openReset(workspaceId, onState) {
  const dialog = find("reset-dialog", HTMLDialogElement);
  const confirm = find("reset-confirm", HTMLButtonElement);
  find("reset", HTMLButtonElement).addEventListener("click", () => {
    complain(dialog, "");
    dialog.showModal();
  });
  confirm.addEventListener("click", () => {
    void whileDisabled([confirm], async () => {
      try {
        onState(await reset(workspaceId));
        findAny("turns").replaceChildren();
        findAny("verification").textContent = "";
        dialog.close();
        notify(`${workspaceId} was reset.`);
      } catch (error) {
        complain(dialog, messageOf(error));
      }
    });
  });
}
