import { type PaymentExecutor, isTreasuryError } from "@agent-treasury/provider";
import { checkOptions, type NamesOf } from "@agent-treasury/provider/helpers";
import { authorizationSecret, type Connection, connect } from "../connection.ts";
import { stripeFailure } from "../stripe-failure.ts";
import { checkSignatureHeader } from "../verified-event.ts";
import { findPayment } from "./find-card.ts";
import { issueCard } from "./issue-card.ts";
import { issuingBalances, issuingMovements } from "./issuing-balance.ts";
import type { StripeIssuingOptions } from "./issuing-options.ts";
import { preflightCard } from "./preflight-card.ts";
import { readAuthorization } from "./read-authorization.ts";
import { readNotices } from "./read-notices.ts";

const dayMs = 86_400_000;
/** Stripe may forget a key a day after its first use. */
const keyLifetimeMs = dayMs;
/** Stripe takes disputes up to 110 days after the capture. */
const disputableForMs = 110 * dayMs;

const optionNames: NamesOf<StripeIssuingOptions> = {
  apiKey: true,
  apiUrl: true,
  client: true,
  mode: true,
  timeoutSeconds: true,
  maximumRetries: true,
  authorizationSecret: true,
  cardholder: true,
  deliverCard: true,
  categories: true,
};

/**
 * Pays each spend with its own virtual card: limited to the amount, closed after one payment, and
 * restricted to merchant categories when `categories` lists them. The spend stays approved and its
 * amount held while the card or an authorization of it is open. Only `deliverCard` receives the
 * card's number.
 *
 * Methods reject with a `TreasuryError`: `payments_not_connected` when there is no key,
 * `payment_processor_error` when Stripe fails.
 *
 * @example const executor = stripeIssuingExecutor({ cardholder: "ich_1", deliverCard: (card) =>
 * payer.pay(card) });
 */
export function stripeIssuingExecutor(options: StripeIssuingOptions): PaymentExecutor {
  checkOptions("stripeIssuingExecutor", options, optionNames);
  let connection: Connection | undefined;
  const connected = (): Connection => (connection ??= connect(options));
  const ask = async <Answer>(
    call: (connection: Connection) => Promise<Answer>,
  ): Promise<Answer> => {
    const current = connected();
    try {
      return await call(current);
    } catch (error) {
      throw isTreasuryError(error) ? error : stripeFailure(error, current.secret);
    }
  };
  return {
    specificationVersion: "1",
    provider: "stripe_issuing",
    keyLifetimeMs,
    disputableForMs,
    mode: () => connected().mode,
    preflight: async (order) => ask((current) => preflightCard(current, order)),
    pay: async (order) => ask((current) => issueCard(current, options, order)),
    find: async (order) => ask((current) => findPayment(current, options.cardholder, order)),
    balances: async () => ask(issuingBalances),
    movements: async (since) =>
      ask((current) => issuingMovements(current, options.cardholder, since)),
    notices: async (event) => ask((current) => readNotices(current, event)),
    authorizations: {
      checkDelivery: (headers) => {
        authorizationSecret(options);
        checkSignatureHeader(headers);
      },
      read: async (delivery) =>
        readAuthorization(connected(), delivery, authorizationSecret(options)),
    },
  };
}
