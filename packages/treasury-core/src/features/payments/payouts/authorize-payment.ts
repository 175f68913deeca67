import { type AuthorizedPayment, type Doc, type Key, Micros } from "@agent-treasury/provider";
import type { SpendingPolicy } from "../../../kernel/judgement/spending-policy.ts";
import { stopOf } from "../../../kernel/judgement/stopped-spend.ts";
import { changed, type Command, type Outcome, unchanged } from "../../../kernel/ledger/command.ts";
import { keptDoc } from "../../../kernel/ledger/kept-doc.ts";
import type { LedgerState } from "../../../kernel/ledger/ledger-state.ts";
import { isSamePayment, type PaymentIdentity } from "../../../kernel/ledger/payment-identity.ts";
import { findProposal } from "../../../kernel/proposals/proposal-record.ts";
import {
  amountToPay,
  proposalKey,
  type SpendProposal,
} from "../../../kernel/proposals/proposal.ts";
import { hasOtherPayout, settledSpend } from "./held-spend.ts";

/** Open authorizations of one spend. */
const maximumAuthorizations = 16;

type Authorizations = ReadonlyMap<string, Micros>;

function authorizationsKey(proposalId: string): Key {
  return { kind: "payment_authorizations", id: proposalId };
}

/**
 * Approves an authorization if the spend is held for this executor, not frozen, and covers it beside
 * other authorizations and captures. What it approved is recorded, so that two authorizations at the
 * same time cannot use the same hold. A repeated request has the same answer.
 */
export function authorizePayment(
  payment: AuthorizedPayment,
  identity: PaymentIdentity,
  policy: SpendingPolicy,
): Command<boolean> {
  const { proposalId } = payment;
  return {
    name: "authorize_payment",
    reads: [proposalKey(proposalId), authorizationsKey(proposalId)],
    reduce: (ledger) => authorize(ledger, payment, identity, policy),
  };
}

function authorize(
  ledger: LedgerState,
  { proposalId, reference, authorizationId, amount }: AuthorizedPayment,
  identity: PaymentIdentity,
  policy: SpendingPolicy,
): Outcome<boolean> {
  const declined = { kind: "unchanged", answer: false } as const;
  const spend = findProposal(ledger, proposalId);
  if (spend === null || spend.hold === null || amount < 0n) return declined;
  if (hasOtherPayout(spend)) return declined;
  const { executor: provider, mode } = spend.hold;
  if (!isSamePayment({ provider, mode }, identity)) return declined;
  if (spend.reference !== null && spend.reference !== reference) return declined;
  if (stopOf(ledger, spend, policy) !== null) return declined;
  const known = authorizationsFrom(ledger.doc(authorizationsKey(proposalId)));
  const before = known.get(authorizationId) ?? Micros.zero;
  const next = new Map(known).set(authorizationId, Micros.max(before, amount));
  // A capture may belong to any of them, so it counts beside all of them.
  if (sumOf(next, spend.captured) > amountToPay(spend)) return declined;
  if (amount <= before) return unchanged(true);
  if (next.size > maximumAuthorizations) return declined;
  return changed(ledger, true, { put: [authorizationsDoc(spend, next)] });
}

/** An authorization that ended without a capture reserves nothing. */
export function endAuthorization(
  proposalId: string,
  authorizationId: string,
): Command<SpendProposal> {
  return {
    name: "end_authorization",
    reads: [proposalKey(proposalId), authorizationsKey(proposalId)],
    reduce: (ledger) => {
      const spend = settledSpend(ledger, proposalId);
      const next = new Map(authorizationsFrom(ledger.doc(authorizationsKey(proposalId))));
      if (!next.delete(authorizationId)) return unchanged(spend);
      return changed(ledger, spend, { put: [authorizationsDoc(spend, next)] });
    },
  };
}

function sumOf(authorizations: Authorizations, captured: Micros): Micros {
  return [...authorizations.values()].reduce((sum, amount) => Micros.add(sum, amount), captured);
}

function authorizationsFrom(doc: Doc | undefined): Authorizations {
  const stored = (doc?.body ?? []) as readonly (readonly [string, string])[];
  return new Map(stored.map(([id, amount]) => [id, Micros.of(amount)]));
}

function authorizationsDoc({ id, epoch }: SpendProposal, authorizations: Authorizations): Doc {
  const body = [...authorizations].map(([name, amount]) => [name, Micros.toText(amount)]);
  return keptDoc(authorizationsKey(id), epoch, body);
}
