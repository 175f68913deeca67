import { type JsonObject, Micros } from "@agent-treasury/provider";
import { fromStored } from "@agent-treasury/provider/helpers";
import type { ActionType } from "../../kernel/action-type.ts";
import { invalidRequest } from "../../kernel/errors.ts";
import { changesOn } from "../../kernel/ledger/command.ts";
import { hashOf } from "../../kernel/ledger/hash.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import { exactPayeeId } from "../../kernel/payees/payee-identity.ts";
import { afterApproval, knownPayeeKey, marked } from "./known-payee.ts";

export interface PayeeTerms {
  /** A name, or the https origin of a seller. */
  readonly vendor: string;
  readonly rail: string;
  /** Counts as the largest amount that a person approved. */
  readonly amount: Micros;
}

export function payeePayload(terms: PayeeTerms, rails: readonly string[]): JsonObject {
  const { vendor, rail, amount } = terms;
  if (!rails.includes(rail)) throw invalidRequest(`\`rail\` must be one of: ${rails.join(", ")}.`);
  return { vendor, rail, amount: Micros.toText(amount) };
}

function termsIn(payload: JsonObject): PayeeTerms {
  const { vendor, rail, amount } = fromStored<Record<keyof PayeeTerms, string>>(payload);
  return { vendor, rail, amount: Micros.of(amount) };
}

export const addPayeeAction: ActionType = {
  apply: (ledger: LedgerState, payload, { by, now }) => {
    const { vendor, rail, amount } = termsIn(payload);
    // On a rail that proves payees, a seller is known by its origin.
    const isOrigin = URL.canParse(vendor) && new URL(vendor).origin === vendor;
    const payeeId = exactPayeeId(vendor, !isOrigin);
    const key = knownPayeeKey(hashOf(payeeId));
    ledger.request([key]);
    const approved = { payeeId, name: vendor, rail, amount, by: by.name };
    const put = [marked(afterApproval(ledger, approved, now), { added: rail })];
    return { changes: changesOn(ledger, { put }), result: key.id };
  },
  details: (payload) => {
    const { vendor, rail, amount } = termsIn(payload);
    return { payee: { vendor, rail, amountUsd: Micros.toUsd(amount) } };
  },
};
