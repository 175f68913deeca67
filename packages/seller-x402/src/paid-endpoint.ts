import type { AuthorizedPayment } from "@agent-treasury/executor-x402/chain";
import type { SettleResponse } from "@x402/core/types";
import { alreadyUsed, paid, paymentRequired, tooLarge, unknownOutcome } from "./answers.ts";
import type { PaidEndpointOptions, PaidHandler } from "./endpoint-options.ts";
import { movementOf } from "./movement.ts";
import { type PresentedPayment, readPayment } from "./presented-payment.ts";
import { readRequest } from "./read-request.ts";
import { checkOptions, type SaleTerms, saleTerms } from "./sale-terms.ts";
import { type Sale, type Sales, digestOf, salesOf } from "./sale.ts";
import { chainReceipt, settlePayment, within } from "./settle-payment.ts";
import { rail } from "./x402-seller.ts";

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
  let terms: Promise<SaleTerms> | undefined;
  return async (request) => {
    terms ??= saleTerms(options).catch((error: unknown) => {
      // The next request tries again.
      terms = undefined;
      throw error;
    });
    return answerRequest(request, await terms, options, handler);
  };
}

async function answerRequest(
  request: Request,
  terms: SaleTerms,
  options: PaidEndpointOptions,
  handler: PaidHandler,
): Promise<Response> {
  const { treasury, seller, workspaceId, description, url = request.url } = options;
  const { requirements, token, payTo, amount, network } = terms;
  const { context, facilitator, timeoutMs } = seller.connection();
  const { clock, store } = context;
  const challenge = (error: string, settled?: SettleResponse): Response =>
    paymentRequired({ url, description }, requirements, error, settled);

  const header = request.headers.get("payment-signature");
  if (header === null) return challenge("Payment required");
  const presented = await readPayment(header, terms, clock.now());
  if (typeof presented === "string") return challenge(presented);
  const read = await readRequest(request, workspaceId);
  if (read === null) return tooLarge("The request is too large.");

  const { from, nonce, validBefore, payload } = presented;
  const networkId = requirements.network as AuthorizedPayment["network"];
  const authorized = {
    network: networkId,
    token,
    from,
    to: payTo,
    value: amount,
    nonce,
    validBefore,
  };
  const movement = movementOf(authorized, { workspaceId, description }, clock.now());
  const sinceSeconds = Number(movement.details["sinceSeconds"]);
  const payment: AuthorizedPayment = { ...authorized, sinceSeconds };
  const sales = salesOf(store, movement.id, clock.now());

  let sale = await sales.get();
  let response: Response | null = null;
  if (sale === null) {
    const verified = await within(clock, timeoutMs, () =>
      facilitator.verify(payload, requirements),
    );
    if (verified === null) return unknownOutcome("The payment could not be verified. Try again.");
    if (!verified.isValid) return challenge(verified.invalidReason ?? "The payment is not valid.");
    response = await handler(read.request, { id: movement.id, payer: from });
    if (response.status >= 400) return response;
    const body = new Uint8Array(await response.arrayBuffer());
    response = new Response(body.byteLength === 0 ? null : body, response);
    const made: Sale = {
      request: read.digest,
      identifier: presented.identifier === null ? null : digestOf(presented.identifier),
      status: response.status,
      contentType: response.headers.get("content-type"),
      body,
    };
    // From here on, the payment is credited even if this process exits.
    const announced = await treasury.incoming.announce(rail, movement);
    if (announced === "elsewhere") return usedElsewhere();
    sale = await sales.put(made);
  }
  if (sale.request !== read.digest) return usedElsewhere();
  const settled = await settle();
  if (settled instanceof Response) return settled;
  return release(sale, sales, presented, settled, response);

  async function settle(): Promise<Response | SettleResponse> {
    const { endpoints } = network;
    const known = response === null ? await chainReceipt(payment, endpoints) : null;
    if (known !== null) return known;
    const deps = { facilitator, endpoints, clock, timeoutMs };
    const settlement = await settlePayment(payment, payload, requirements, deps);
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
