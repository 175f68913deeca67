import type { Finding } from "@agent-treasury/rules";
import { authorNames } from "../../kernel/approvals/back-spend.ts";
import type { GuardVerdict, Offer, SpendGuard } from "../../kernel/judgement/spend-guard.ts";
import { vendorIdOf } from "../../kernel/payees/payee-identity.ts";
import { countStanding, moveStanding, standingMemo, standingRecord } from "./move-standing.ts";
import { allows, type StandingApproval } from "./standing-approval.ts";
import { standingIn, standingKey, standingKind, standingUntil } from "./standing-doc.ts";

/** Approvals that persons gave in advance for an agent's payments to one payee. */
export const standingGuard: SpendGuard = {
  id: "standing-approvals",
  isReplayed: false,
  plan: (ledger, { agentId, vendor }, { facts, terms }) => {
    const { account, epoch } = ledger.head;
    const until = standingUntil.of(account);
    if (until === null || facts.at >= until) return null;
    return {
      reads: [standingKey(agentId, vendorIdOf(vendor))],
      judge: ([doc]): GuardVerdict => {
        const known = standingIn(doc, epoch);
        const spend = { amount: facts.amount, paid: facts.approvedAmount };
        const offers = known.filter((one) => allows(one, spend, terms.clock, facts.at));
        const record = (used: readonly Offer[]): ReturnType<typeof standingRecord> =>
          standingRecord(usedOf(offers, used), facts);
        return {
          grants: { isOffered: offers.length > 0 },
          offers,
          charge: (used) => {
            const charged = record(used);
            if (charged === undefined) return null;
            return (head, _spend, { move, now }) => {
              return { head, put: countStanding(ledger, charged, move, now) };
            };
          },
          memo: (_spend, used) => {
            const standing = record(used);
            return standing === undefined ? {} : standingMemo.with(standing);
          },
          findings: (_spend, used) => standingFindings(usedOf(offers, used)),
        };
      },
    };
  },
  usage: {
    reads: ({ record }) => {
      const standing = standingMemo.of(record);
      return standing === undefined ? [] : [{ kind: standingKind, id: standing[0] }];
    },
    move: ({ ledger, record }, head, { move }) => {
      return { head, put: moveStanding(ledger, standingMemo.of(record), move) };
    },
  },
};

function usedOf(
  offers: readonly StandingApproval[],
  used: readonly Offer[],
): readonly StandingApproval[] {
  return offers.filter(({ id }) => used.some((offer) => offer.id === id));
}

function standingFindings(used: readonly StandingApproval[]): readonly Finding[] {
  return used.map(({ authors }) => ({
    rule: "standing-approval",
    effect: "approve",
    text: `Approved in advance by ${authorNames(authors) ?? "an unknown person"}.`,
    usage: null,
  }));
}
