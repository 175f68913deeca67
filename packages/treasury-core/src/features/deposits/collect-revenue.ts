import {
  Micros,
  type PaymentCollected,
  type PaymentProcessor,
  type TreasuryError,
} from "@agent-treasury/provider";
import type { Engine } from "../../kernel/engine.ts";
import { invalidRequest } from "../../kernel/errors.ts";
import { isSamePayment } from "../../kernel/ledger/payment-identity.ts";
import { readTreasury } from "../../kernel/views/read-treasury.ts";
import { type MoneyOutcome, applyMoneyEvent, identityOf } from "./apply-event.ts";
import { connectedPayments } from "./connected-payments.ts";
import { type KeptOffer, type OfferAnswer, offersOf, readOffers } from "./offers.ts";

export interface CollectionQuery {
  /** Null for all offers. */
  readonly offerId: string | null;
  readonly continuation: string | null;
}

export interface CollectionAnswer {
  /** Amount credited by this call. */
  readonly collectedUsd: number;
  readonly payments: number;
  readonly creditedBefore: number;
  readonly offers: readonly (OfferAnswer & { readonly collectedUsd: number })[];
  /** The workspace's revenue after this call. */
  readonly revenueUsd: number;
  /** False if more pages remain. Call again with `continuation`. */
  readonly complete: boolean;
  readonly continuation: string | null;
}

/** Pages of up to 100 payments each. */
const maximumPages = 20;

interface Tally {
  readonly collected: Map<string, Micros>;
  payments: number;
  creditedBefore: number;
}

interface Place {
  readonly offerId: string;
  readonly cursor: string | null;
}

/**
 * Credits new payments for the workspace's offers.
 *
 * @throws TreasuryError `invalid_request` for an unknown offer or continuation.
 */
export async function collectRevenue(
  engine: Engine,
  workspaceId: string,
  { offerId, continuation }: CollectionQuery,
): Promise<CollectionAnswer> {
  const payments = connectedPayments(engine);
  const kept = await readOffers(engine, workspaceId);
  const current = identityOf(payments);
  const asked = kept.filter(
    ({ id, payment }) => isSamePayment(payment, current) && (offerId === null || id === offerId),
  );
  if (offerId !== null && asked.length === 0) throw unknown("offerId");
  const begin = continuation === null ? null : readPlace(continuation, asked);
  const tally: Tally = { collected: new Map(), payments: 0, creditedBefore: 0 };
  const next = await collect({ engine, payments, workspaceId, tally }, asked, begin);
  const { revenueUsd } = await readTreasury(engine, workspaceId);
  return {
    collectedUsd: Micros.toUsd([...tally.collected.values()].reduce(Micros.add, Micros.zero)),
    payments: tally.payments,
    creditedBefore: tally.creditedBefore,
    offers: asked.map((offer) => toAnswer(offer, tally)),
    revenueUsd,
    complete: next === null,
    continuation: next === null ? null : `${next.offerId}|${next.cursor ?? ""}`,
  };
}

interface Collection {
  readonly engine: Engine;
  readonly payments: PaymentProcessor;
  readonly workspaceId: string;
  readonly tally: Tally;
}

/** Returns where it stopped, or null at the end. */
async function collect(
  collection: Collection,
  offers: readonly KeptOffer[],
  begin: Place | null,
): Promise<Place | null> {
  const { payments } = collection;
  const first = begin === null ? 0 : offers.findIndex(({ id }) => id === begin.offerId);
  let pages = 0;
  for (const { id: offerId } of offers.slice(first)) {
    let cursor = offerId === begin?.offerId ? begin.cursor : null;
    do {
      if (pages >= maximumPages) return { offerId, cursor };
      pages += 1;
      const page = await offersOf(payments).collected({ offerId, cursor });
      await creditPage(collection, offerId, page.items);
      ({ cursor } = page);
    } while (cursor !== null);
  }
  return null;
}

async function creditPage(
  { engine, payments, workspaceId, tally }: Collection,
  offerId: string,
  items: readonly PaymentCollected[],
): Promise<void> {
  const outcomes = await Promise.all(
    items.map(async (payment): Promise<MoneyOutcome> => {
      if (payment.workspaceId !== workspaceId || payment.purpose !== "revenue") return "ignored";
      return applyMoneyEvent(engine, payments, payment);
    }),
  );
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome === "duplicate") tally.creditedBefore += 1;
    if (outcome !== "credited") continue;
    tally.payments += 1;
    const amount = items[index]?.amount ?? Micros.zero;
    tally.collected.set(offerId, Micros.add(tally.collected.get(offerId) ?? Micros.zero, amount));
  }
}

function toAnswer({ id, url, title, amount }: KeptOffer, { collected }: Tally) {
  return {
    offerId: id,
    url,
    title,
    amountUsd: Micros.toUsd(Micros.of(amount)),
    collectedUsd: Micros.toUsd(collected.get(id) ?? Micros.zero),
  };
}

/** The cursor may contain any character, including the separator. */
function readPlace(continuation: string, offers: readonly KeptOffer[]): Place {
  const offer = offers.find(({ id }) => continuation.startsWith(`${id}|`));
  if (offer === undefined) throw unknown("continuation");
  const cursor = continuation.slice(offer.id.length + 1);
  return { offerId: offer.id, cursor: cursor === "" ? null : cursor };
}

function unknown(field: string): TreasuryError {
  return invalidRequest(`\`${field}\` does not belong to this workspace.`);
}
