import {
  TreasuryError,
  Micros,
  type Doc,
  type Key,
  type PaymentOffers,
  type PaymentProcessor,
} from "@agent-treasury/provider";
import { depositFromUsd } from "@agent-treasury/provider/helpers";
import type { Books } from "../ledger/books.ts";
import { type Command, type Outcome, changesOn, refused } from "../ledger/command.ts";
import { keptDoc } from "../ledger/kept-doc.ts";
import type { PaymentIdentity } from "../ledger/payment-identity.ts";
import type { Engine } from "../treasury/engine.ts";
import { checkPaymentMode } from "../treasury/operations/read-treasury.ts";
import { connectedPayments, identityOf, pageAddress } from "./apply-event.ts";

/** A new offer. */
export interface OfferInput {
  readonly title: string;
  readonly amountUsd: number;
  readonly description: string | null;
  /** The same key with the same content creates one offer. */
  readonly idempotencyKey: string;
}

/** An offer, as the agent reads it. */
export interface OfferAnswer {
  readonly offerId: string;
  readonly url: string;
  readonly title: string;
  readonly amountUsd: number;
}

/** An offer of a workspace, stored to read later what it collected. */
export interface KeptOffer {
  readonly id: string;
  /** The processor and mode that created it: another key cannot read it. */
  readonly payment: PaymentIdentity;
  readonly url: string;
  readonly title: string;
  /** Decimal micro-dollars. */
  readonly amount: string;
}

/** The maximum number of offers of one workspace, because each is read by itself. */
const maximumOffers = 100;

/** The key of a workspace's list of offers. It outlives resets: what was offered can still be paid. */
const offerListKey: Key = { kind: "offer_list", id: "offers" };

/** Creates an offer at the processor, and stores it. This credits nothing. */
export async function createOffer(
  engine: Engine,
  workspaceId: string,
  { title, amountUsd, description, idempotencyKey }: OfferInput,
): Promise<OfferAnswer> {
  const payments = connectedPayments(engine);
  const amount = depositFromUsd(amountUsd, "amountUsd");
  await checkPaymentMode(engine, workspaceId);
  // Before the processor creates one that could not be stored.
  if ((await readOffers(engine, workspaceId)).length >= maximumOffers) throw offerLimitReached();
  const request = { workspaceId, title, description, amount, idempotencyKey };
  const { id, ...created } = await offersOf(payments).createOffer(request);
  const url = pageAddress(created.url);
  const payment = identityOf(payments);
  const offer: KeptOffer = { id, payment, url, title, amount: Micros.toText(amount) };
  await engine.committer.run(workspaceId, keepOffer(offer));
  return { offerId: id, url, title, amountUsd: Micros.toUsd(amount) };
}

/** The offers of a workspace, oldest first. */
export async function readOffers(
  { storage }: Engine,
  workspaceId: string,
): Promise<readonly KeptOffer[]> {
  const [snapshot] = await storage.load([{ workspaceId, keys: [offerListKey] }]);
  return offersFromDoc(snapshot?.found[0]);
}

/** The processor's own offers. */
export function offersOf({ offers, provider }: PaymentProcessor): PaymentOffers {
  if (offers !== undefined) return offers;
  throw new TreasuryError("payments_not_connected", `${provider} makes no offers.`);
}

/** The offers in a list, oldest first. */
function offersFromDoc(doc: Doc | undefined): readonly KeptOffer[] {
  return doc === undefined ? [] : (doc.body as unknown as readonly KeptOffer[]);
}

/** Stores an offer, once. */
function keepOffer(offer: KeptOffer): Command<null> {
  return {
    name: "keep_offer",
    reads: [offerListKey],
    reduce: (books) => keep(books, offer),
  };
}

function offerLimitReached(): TreasuryError {
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
