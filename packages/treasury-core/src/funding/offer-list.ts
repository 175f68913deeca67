import { TreasuryError, type Doc, type Key } from "@agent-treasury/provider";
import type { Books } from "../ledger/books.ts";
import { type Command, type Outcome, changesOn, refused } from "../ledger/command.ts";
import { keptDoc } from "../ledger/kept-doc.ts";
import type { PaymentIdentity } from "../ledger/payment-identity.ts";

/** An offer of a workspace, as it is kept to ask the processor what it collected. */
export interface KeptOffer {
  readonly id: string;
  /** By whom it was made, and for which money: another key knows nothing of it. */
  readonly payment: PaymentIdentity;
  readonly url: string;
  readonly title: string;
  /** Decimal micro-dollars. */
  readonly amount: string;
}

/** The most offers that one workspace has; each is asked for by itself. */
export const maximumOffers = 100;

/** The key of a workspace's list of offers. It outlives resets: what was offered can still be paid. */
export const offerListKey: Key = { kind: "offer_list", id: "offers" };

/** The offers in a list, oldest first. */
export function offersFromDoc(doc: Doc | undefined): readonly KeptOffer[] {
  return doc === undefined ? [] : (doc.body as unknown as readonly KeptOffer[]);
}

/** Remembers an offer, once. */
export function keepOffer(offer: KeptOffer): Command<null> {
  return {
    name: "keep_offer",
    reads: [offerListKey],
    reduce: (books) => keep(books, offer),
  };
}

/** What one offer too many deserves. */
export function offerLimitReached(): TreasuryError {
  return new TreasuryError(
    "offer_limit_reached",
    `The workspace has ${maximumOffers} offers, which is the most.`,
  );
}

function keep(books: Books, offer: KeptOffer): Outcome<null> {
  const kept = offersFromDoc(books.doc(offerListKey));
  if (kept.some(({ id }) => id === offer.id)) return { kind: "unchanged", answer: null };
  if (kept.length >= maximumOffers) return refused(offerLimitReached());
  return {
    kind: "changed",
    answer: null,
    changes: changesOn(books, { put: [listDoc(books, [...kept, offer])] }),
  };
}

function listDoc({ tip }: Books, offers: readonly KeptOffer[]): Doc {
  const body = offers.map((offer) => ({ ...offer, payment: { ...offer.payment } }));
  return keptDoc(offerListKey, tip.epoch, body);
}
