import type { SettleResponse } from "@x402/core/types";
import { alreadyUsed, paid, paymentRequired, tooLarge, unknownOutcome } from "./answers.ts";
import { checkOptions, type PaidEndpointOptions, type PaidHandler } from "./endpoint-options.ts";
import { readRequest } from "./read-request.ts";
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
  checkOptions(options);
  const open = options.seller.sell(options);
  let sale: Promise<RailSale> | undefined;
  return async (request) => {
    sale ??= open().catch((error: unknown) => {
      // The next request tries again.
      sale = undefined;
      throw error;
    });
    return answerRequest(request, await sale, options, handler);
  };
}

async function answerRequest(
  request: Request,
  { requirements, read: readPayment }: RailSale,
  options: PaidEndpointOptions,
  handler: PaidHandler,
): Promise<Response> {
  const { treasury, seller, workspaceId, description, url = request.url } = options;
  const { clock, store } = seller.context();
  const challenge = (error: string, settled?: SettleResponse): Response =>
    paymentRequired({ url, description }, requirements, error, settled);

  const header = request.headers.get("payment-signature");
  if (header === null) return challenge("Payment required");
  const presented = await readPayment(header);
  if (typeof presented === "string") return challenge(presented);
  const payment = presented;
  const read = await readRequest(request, workspaceId);
  if (read === null) return tooLarge("The request is too large.");
  const { movement } = payment;
  const sales = salesOf(store, seller.provider, movement.id, clock.now());

  let sale = await sales.get();
  let response: Response | null = null;
  if (sale === null) {
    const verified = await payment.verify();
    if (verified === null) return unknownOutcome("The payment could not be verified. Try again.");
    if (!verified.isValid) return challenge(verified.invalidReason ?? "The payment is not valid.");
    response = await handler(read.request, { id: movement.id, payer: movement.payer });
    if (response.status >= 400) return response;
    const body = new Uint8Array(await response.arrayBuffer());
    response = new Response(body.byteLength === 0 ? null : body, response);
    const made: Sale = {
      request: read.digest,
      identifier: payment.identifier === null ? null : digestOf(payment.identifier),
      status: response.status,
      contentType: response.headers.get("content-type"),
      body,
    };
    // From here on, the payment is credited even if this process exits.
    const announced = await treasury.incoming.announce(seller.provider, movement);
    if (announced === "elsewhere") return usedElsewhere();
    sale = await sales.put(made);
  }
  if (sale.request !== read.digest) return usedElsewhere();
  const settled = await settle();
  if (settled instanceof Response) return settled;
  return release(sale, sales, payment, settled, response);

  async function settle(): Promise<Response | SettleResponse> {
    const known = response === null ? await payment.receipt() : null;
    if (known !== null) return known;
    const settlement = await payment.settle();
    if (settlement.kind === "settled") return settlement.receipt;
    if (settlement.kind === "unknown") {
      return unknownOutcome(
        "The outcome of the payment is unknown. Repeat the request with the same payment.",
      );
    }
    const { receipt } = settlement;
    return challenge(receipt.errorReason ?? "The payment was not settled.", receipt);
  }
}

/**
 * Sends an answer once. The chain shows a payment to everyone, so only the buyer's identifier proves
 * that the buyer requests the answer again.
 */
async function release(
  sale: Sale,
  sales: Sales,
  { identifier }: PresentedPayment,
  settled: SettleResponse,
  own: Response | null,
): Promise<Response> {
  const isBuyer = identifier !== null && digestOf(identifier) === sale.identifier;
  if (!(await sales.deliver()) && !isBuyer) {
    return alreadyUsed(
      "The payment was used. Only its `payment-identifier` returns the answer again.",
    );
  }
  if (own !== null) return paid(own, settled);
  if (sale.body === null) {
    return alreadyUsed("The payment was used, and its answer was too long to be stored.");
  }
  const body = sale.body.byteLength === 0 ? null : sale.body;
  const headers = new Headers(
    sale.contentType === null ? {} : { "content-type": sale.contentType },
  );
  return paid(new Response(body, { status: sale.status, headers }), settled);
}

function usedElsewhere(): Response {
  return alreadyUsed("The payment was used for another request.");
}
