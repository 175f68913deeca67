import { Micros, TreasuryError } from "@agent-treasury/provider";
import { amountFromUsd } from "@agent-treasury/provider/helpers";
import type { SettleResponse } from "@x402/core/types";
import {
  alreadyUsed,
  paid,
  paymentHeader,
  paymentRequired,
  tooLarge,
  unknownOutcome,
  withHeaders,
} from "./answers.ts";
import { checkEndpoint, type PaidEndpointOptions, type PaidHandler } from "./endpoint-options.ts";
import { PaymentsInFlight } from "./payments-in-flight.ts";
import { type ReadRequest, readRequest } from "./read-request.ts";
import { isIdentifierUsed, reserveSale } from "./reserve-sale.ts";
import { type Sale, type Sales, digestOf, salesOf } from "./sale.ts";
import type { PresentedPayment, RailSale } from "./seller-rail.ts";

/**
 * Sells what `handler` returns. Its answer is sent only after the payment is settled, and the
 * workspace is credited once the payment has the network's depth.
 *
 * @throws TreasuryError `invalid_request` for a wrong option.
 * @example
 * const report = paidEndpoint(
 *   { treasury, seller, workspaceId: "acme", priceUsd: 0.05, payTo, network, description: "Report" },
 *   () => Response.json({ sunny: true }),
 * );
 */
export function paidEndpoint(
  options: PaidEndpointOptions,
  handler: PaidHandler,
): (request: Request) => Promise<Response> {
  checkEndpoint(options);
  const open = options.seller.sell(options);
  const inFlight = new PaymentsInFlight();
  let sale: Promise<RailSale> | undefined;
  return async (request) => {
    sale ??= open().catch((error: unknown) => {
      // The next request tries again.
      sale = undefined;
      throw error;
    });
    return answerRequest(request, await sale, options, handler, inFlight);
  };
}

async function answerRequest(
  request: Request,
  { requirements, price, protocol, signer, read: readPayment }: RailSale,
  options: PaidEndpointOptions,
  handler: PaidHandler,
  inFlight: PaymentsInFlight,
): Promise<Response> {
  const { seller, workspaceId, description, url = request.url } = options;
  const { clock, store } = seller.context();
  const offered = { url, description, requirements, nowMs: clock.now() };
  const challenge: Challenge = async (error, settled) => {
    const extensions = await signer?.offer(url, requirements, offered.nowMs);
    const parts = { settled, extensions: extensions ?? undefined };
    const answer = paymentRequired({ url, description }, requirements, error, parts);
    return withHeaders(answer, protocol?.challenge(offered));
  };
  const transfer = protocol?.read(request.headers, offered) ?? null;
  if (typeof transfer === "string") return challenge(transfer);
  const header =
    transfer === null
      ? request.headers.get("payment-signature")
      : paymentHeader(transfer, requirements);
  if (header === null) return challenge("Payment required");
  const payment = await readPayment(header);
  if (typeof payment === "string") return challenge(payment);
  const read = await readRequest(request, workspaceId);
  if (read === null) return tooLarge("The request is too large.");
  const sales = salesOf(store, seller.provider, payment.id, clock.now());
  const deliver: Deliver = async (response, settled) => {
    const { payer } = payment;
    const extensions = await signer?.receipt(url, { ...settled, payer }, clock.now());
    const receipt = { ...settled, ...(extensions && { extensions }) };
    const headers = transfer === null ? {} : protocol?.receipt(settled, offered);
    return withHeaders(paid(response, receipt), headers);
  };
  const isLate = transfer !== null && transfer.endsAt <= offered.nowMs;
  const presented = { payment, price, read, sales, challenge, deliver, isLate };
  const answer = await inFlight.run(
    payment.id,
    () => sell(presented, options, handler),
    () => sellAgain(presented),
  );
  return answer ?? unknownOutcome("The payment is presented too often at once. Repeat it later.");
}

type Challenge = (error: string, settled?: SettleResponse) => Promise<Response>;
type Deliver = (response: Response, settled: SettleResponse) => Promise<Response>;

interface Presented {
  readonly payment: PresentedPayment;
  readonly price: Micros;
  readonly read: ReadRequest;
  readonly sales: Sales;
  readonly challenge: Challenge;
  readonly deliver: Deliver;
  /** Whether the challenge ended, so that only an earlier sale counts. */
  readonly isLate: boolean;
}

/** A sale, with the answer of this call's own handler. */
interface Sold {
  readonly sale: Sale;
  readonly response: Response | null;
}

async function sell(
  presented: Presented,
  options: PaidEndpointOptions,
  handler: PaidHandler,
): Promise<Response> {
  const { payment, price, read, sales, challenge } = presented;
  const known = await sales.get();
  const sold = known === null ? await makeSale(presented, options, handler) : soldBefore(known);
  if (sold instanceof Response) return sold;
  const { sale, response } = sold;
  if (sale.request !== read.digest) return usedElsewhere();
  const amount = amountOf(sale, price);
  const receipt = response === null ? await payment.receipt(amount) : null;
  const settlement = receipt === null ? await payment.settle(amount) : null;
  if (settlement?.kind === "unknown") return notSettledYet();
  if (settlement?.kind === "refused") {
    const { receipt: refused } = settlement;
    return challenge(refused.errorReason ?? "The payment was not settled.", refused);
  }
  return release(sold, presented, receipt ?? (settlement as { receipt: SettleResponse }).receipt);
}

/** Answers a request whose payment was presented by another one at the same time. */
async function sellAgain(presented: Presented): Promise<Response> {
  const { payment, price, read, sales } = presented;
  const sale = await sales.get();
  if (sale === null) return unknownOutcome("Nothing was collected. Repeat the request.");
  if (sale.request !== read.digest) return usedElsewhere();
  const receipt = await payment.receipt(amountOf(sale, price));
  return receipt === null ? notSettledYet() : release(soldBefore(sale), presented, receipt);
}

function amountOf({ amount }: Sale, price: Micros): Micros {
  return amount === undefined ? price : Micros.of(amount);
}

function soldBefore(sale: Sale): Sold {
  return { sale, response: null };
}

/** Runs the handler once in all processes, and announces the payment of its answer. */
async function makeSale(
  { payment, price, read, sales, challenge, isLate }: Presented,
  { treasury, seller, scheme = "exact" }: PaidEndpointOptions,
  handler: PaidHandler,
): Promise<Sold | Response> {
  const { clock, store } = seller.context();
  const { id, payer, identifier } = payment;
  const deps = { store, provider: seller.provider, clock };
  if (await isIdentifierUsed(deps, payment)) return identifierUsed();
  if (isLate) return challenge("The challenge expired.");
  const verified = await payment.verify();
  if (verified === null) return unknownOutcome("The payment could not be verified. Try again.");
  if (!verified.isValid) return challenge(verified.invalidReason ?? "The payment is not valid.");
  const reserved = await reserveSale(deps, payment, sales);
  switch (reserved.kind) {
    case "sold":
      return soldBefore(reserved.sale);
    case "busy":
      return unknownOutcome("The payment is being processed. Repeat the request with it.");
    case "identifier_used":
      return identifierUsed();
    case "reserved":
  }
  let isSold = false;
  try {
    let charged = price;
    let isOver = false;
    const charge = (amountUsd: number): void => {
      const part = amountFromUsd(amountUsd, "amountUsd");
      if (scheme === "exact" || part > price) throw notChargeable();
      if (isOver) throw chargedLate();
      charged = part;
    };
    const response = await handler(read.request, { id, payer, charge });
    if (response.status >= 400) return response;
    const body = new Uint8Array(await response.arrayBuffer());
    // The announced and the stored amount must be the same one.
    isOver = true;
    const amount = charged;
    // From here on, the payment is credited even if this process exits.
    const announced = await treasury.incoming.announce(seller.provider, payment.movement(amount));
    if (announced === "elsewhere") return usedElsewhere();
    isSold = true;
    const sale = await sales.put({
      by: reserved.holder,
      request: read.digest,
      identifier: identifier === null ? null : digestOf(identifier),
      ...(amount !== price && { amount: Micros.toText(amount) }),
      status: response.status,
      contentType: response.headers.get("content-type"),
      body,
    });
    if (sale.by !== reserved.holder) return soldBefore(sale);
    return { sale, response: new Response(body.byteLength === 0 ? null : body, response) };
  } finally {
    await reserved.end(isSold);
  }
}

/**
 * Sends an answer once. The chain shows a payment to everyone, so only the buyer's identifier proves
 * that the buyer requests the answer again.
 */
async function release(
  { sale, response: own }: Sold,
  { sales, payment: { identifier }, deliver }: Presented,
  settled: SettleResponse,
): Promise<Response> {
  const isBuyer = identifier !== null && digestOf(identifier) === sale.identifier;
  if (!(await sales.deliver(sale)) && !isBuyer) {
    return alreadyUsed(
      "The payment was used. Only its `payment-identifier` returns the answer again.",
    );
  }
  if (own !== null) return deliver(own, settled);
  if (sale.body === null) {
    return alreadyUsed("The payment was used, and its answer was too long to be stored.");
  }
  const body = sale.body.byteLength === 0 ? null : sale.body;
  const headers = new Headers(
    sale.contentType === null ? {} : { "content-type": sale.contentType },
  );
  return deliver(new Response(body, { status: sale.status, headers }), settled);
}

function notChargeable(): TreasuryError {
  const message = "`charge` takes at most the price, of an endpoint with the scheme `upto`.";
  return new TreasuryError("invalid_request", message);
}

function chargedLate(): TreasuryError {
  const message = "`charge` was called after the body of the answer ended. Call it before.";
  return new TreasuryError("invalid_request", message);
}

function notSettledYet(): Response {
  return unknownOutcome(
    "The outcome of the payment is unknown. Repeat the request with the same payment.",
  );
}

function identifierUsed(): Response {
  return alreadyUsed(
    "The `payment-identifier` names another payment. Repeat that one for its answer, or sign a payment with another identifier to buy again.",
  );
}

function usedElsewhere(): Response {
  return alreadyUsed("The payment was used for another request.");
}
