import type { SpendingTerms } from "../../kernel/judgement/spending-terms.ts";
import type { Account } from "../../kernel/ledger/account.ts";
import type { Person } from "../../kernel/ledger/person.ts";
import { type KnownPayee, maximumOf, onRail } from "./known-payee.ts";
import { isMarked } from "./outside-mark.ts";
import { listedOriginsTerm } from "./payee-terms.ts";

/** What is known of a spend's payee. */
export interface PayeeFacts {
  /** A person approved a payment to it on this rail, of at least half the amount. */
  readonly isKnown: boolean;
  /** The person who asks for the spend named it. */
  readonly isNamed: boolean;
  /** The list of paid fetch contains it. */
  readonly isCovered: boolean;
}

interface NamedSpend {
  readonly amount: bigint;
  readonly vendor: string;
  readonly isPayeeNamed?: boolean;
  readonly quote: { readonly rail: string } | null;
}

export function payeeFactsOf(
  spend: NamedSpend,
  knownPayee: KnownPayee | null,
  rail: string,
  isCovered: boolean,
): PayeeFacts {
  const known = onRail(knownPayee, rail);
  return {
    isKnown: known !== null && spend.amount <= maximumOf(known),
    isNamed: spend.isPayeeNamed === true,
    isCovered,
  };
}

/** Whether the list of paid fetch contains the payee that a rail proves. */
export function isListed(
  { vendor, quote }: Pick<NamedSpend, "vendor" | "quote">,
  terms: Pick<SpendingTerms, "ofFeatures">,
): boolean {
  return quote !== null && listedOriginsTerm.of(terms).has(vendor);
}

export const unknownText = "No person named or approved this payee.";

/** Whether an agent of the same person read what others wrote, in this turn or recently. */
export function isAfterOutside(
  { hasReadOutside, hasReadContent, behind = null }: ReadingAgent,
  account: Account | null,
  now: number,
): boolean {
  const isInTurn = hasReadOutside === true || hasReadContent === true;
  return isInTurn || (account !== null && isMarked(account, behind, now));
}

interface ReadingAgent {
  readonly hasReadOutside?: boolean;
  readonly hasReadContent?: boolean;
  readonly behind?: Person | null;
}

/** Whether policy needs a rule that allows the payee. */
export function isUnknownPayee(
  { isKnown, isNamed, isCovered }: PayeeFacts,
  { autoApprovePayees = "known" }: Pick<SpendingTerms, "autoApprovePayees">,
): boolean {
  return autoApprovePayees === "known" && !isKnown && !isNamed && !isCovered;
}
