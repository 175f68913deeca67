import { TreasuryError } from "@agent-treasury/provider";
import { changed, type Command } from "../../kernel/ledger/command.ts";
import { endedDoc, type KnownPayee, knownPayeeIn, knownPayeeKey, marked } from "./known-payee.ts";

/** Any approver may forget a payee, at once. Returns it as it was. */
export function forgetPayee(payeeId: string): Command<KnownPayee> {
  const key = knownPayeeKey(payeeId);
  return {
    name: "forget_payee",
    reads: [key],
    reduce: (ledger, now) => {
      const { epoch } = ledger.head;
      const known = knownPayeeIn(ledger.doc(key), epoch, now);
      if (known === null) throw payeeNotFound(ledger.workspaceId, payeeId);
      const put = [marked(endedDoc(key, epoch, now), { forgotten: true })];
      return changed(ledger, known, { put });
    },
  };
}

function payeeNotFound(workspaceId: string, payeeId: string): TreasuryError {
  const message = `Payee ${JSON.stringify(payeeId)} is not known in workspace ${workspaceId}.`;
  return new TreasuryError("payee_not_found", message);
}
