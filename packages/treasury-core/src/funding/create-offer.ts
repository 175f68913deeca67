import {
  TreasuryError,
  Micros,
  type PaymentOffers,
  type PaymentProcessor,
} from "@agent-treasury/provider";
import { depositFromUsd } from "@agent-treasury/provider/helpers";
import type { Engine } from "../treasury/engine.ts";
import { checkPaymentMode } from "../treasury/operations/read-treasury.ts";
import type { OfferAnswer, RevenueDesk } from "../treasury/revenue-desk.ts";
import { identityOf } from "./apply-event.ts";
import { connectedPayments } from "./connected-payments.ts";
import {
  type KeptOffer,
  keepOffer,
  maximumOffers,
  offerLimitReached,
  offerListKey,
  offersFromDoc,
} from "./offer-list.ts";

/** Makes an offer at the processor, and remembers it. Nothing is credited by it. */
export async function createOffer(
  engine: Engine,
  workspaceId: string,
  { title, amountUsd, description, idempotencyKey }: Parameters<RevenueDesk["createOffer"]>[1],
): Promise<OfferAnswer> {
  const payments = connectedPayments(engine);
  const amount = depositFromUsd(amountUsd, "amountUsd");
  await checkPaymentMode(engine, workspaceId);
  // Before the processor makes one that could not be kept.
  if ((await readOffers(engine, workspaceId)).length >= maximumOffers) throw offerLimitReached();
  const request = { workspaceId, title, description, amount, idempotencyKey };
  const { id, url } = await offersOf(payments).createOffer(request);
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
