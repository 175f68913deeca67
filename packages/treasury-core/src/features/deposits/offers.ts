import {
  TreasuryError,
  Micros,
  type Doc,
  type Key,
  type PaymentOffers,
  type PaymentProcessor,
} from "@agent-treasury/provider";
import { depositFromUsd, fromStored } from "@agent-treasury/provider/helpers";
import type { Engine } from "../../kernel/engine.ts";
import { type Command, type Outcome, changed, unchanged } from "../../kernel/ledger/command.ts";
import { keptDoc } from "../../kernel/ledger/kept-doc.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import type { PaymentIdentity } from "../../kernel/ledger/payment-identity.ts";
import { identityOf } from "./apply-event.ts";
import { checkPaymentMode, connectedPayments, pageAddress } from "./connected-payments.ts";

export interface OfferInput {
  readonly title: string;
  readonly amountUsd: number;
  readonly description: string | null;
  /** The same key with the same content creates one offer. */
  readonly idempotencyKey: string;
}

export interface OfferAnswer {
  readonly offerId: string;
  readonly url: string;
  readonly title: string;
  readonly amountUsd: number;
}

/** A stored offer, needed to collect its payments later. */
export interface KeptOffer {
  readonly id: string;
  /** The identity that created it. Others cannot read it. */
  readonly payment: PaymentIdentity;
  readonly url: string;
  readonly title: string;
  /** Decimal micro-dollars. */
  readonly amount: string;
}

/** Limits the offers of a workspace, because each is read separately. */
const maximumOffers = 100;

/** The list survives resets, because earlier offers can still be paid. */
const offerListKey: Key = { kind: "offer_list", id: "offers" };

/** Creates an offer at the processor and stores it. Credits nothing. */
export async function createOffer(
  engine: Engine,
  workspaceId: string,
  { title, amountUsd, description, idempotencyKey }: OfferInput,
): Promise<OfferAnswer> {
  const payments = connectedPayments(engine);
  const amount = depositFromUsd(amountUsd, "amountUsd");
  await checkPaymentMode(engine, workspaceId);
  // Checked first, so that the processor creates no offer that cannot be stored.
  if ((await readOffers(engine, workspaceId)).length >= maximumOffers) throw offerLimitReached();
  const request = { workspaceId, title, description, amount, idempotencyKey };
  const { id, ...created } = await offersOf(payments).createOffer(request);
  const url = pageAddress(created.url);
  const payment = identityOf(payments);
  const offer: KeptOffer = { id, payment, url, title, amount: Micros.toText(amount) };
  await engine.committer.run(workspaceId, keepOffer(offer));
  return { offerId: id, url, title, amountUsd: Micros.toUsd(amount) };
}

/** Returns offers, oldest first. */
export async function readOffers(
  { storage }: Engine,
  workspaceId: string,
): Promise<readonly KeptOffer[]> {
  const [snapshot] = await storage.load([{ workspaceId, keys: [offerListKey] }]);
  return offersFromDoc(snapshot?.found[0]);
}

export function offersOf({ offers, provider }: PaymentProcessor): PaymentOffers {
  if (offers !== undefined) return offers;
  throw new TreasuryError("payments_not_connected", `${provider} does not support offers.`);
}

function offersFromDoc(doc: Doc | undefined): readonly KeptOffer[] {
  return doc === undefined ? [] : fromStored<readonly KeptOffer[]>(doc.body);
}

function keepOffer(offer: KeptOffer): Command<null> {
  return {
    name: "keep_offer",
    reads: [offerListKey],
    reduce: (ledger) => keep(ledger, offer),
  };
}

function offerLimitReached(): TreasuryError {
  return new TreasuryError(
    "offer_limit_reached",
    `The workspace has the maximum of ${maximumOffers} offers.`,
  );
}

function keep(ledger: LedgerState, offer: KeptOffer): Outcome<null> {
  const kept = offersFromDoc(ledger.doc(offerListKey));
  if (kept.some(({ id }) => id === offer.id)) return unchanged(null);
  if (kept.length >= maximumOffers) throw offerLimitReached();
  return changed(ledger, null, { put: [listDoc(ledger, [...kept, offer])] });
}

function listDoc({ head }: LedgerState, offers: readonly KeptOffer[]): Doc {
  const body = offers.map((offer) => ({ ...offer, payment: { ...offer.payment } }));
  return keptDoc(offerListKey, head.epoch, body);
}
