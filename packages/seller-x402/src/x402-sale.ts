import { type AuthorizedPayment, movementId } from "@agent-treasury/executor-x402/chain";
import type { ExecutorContext } from "@agent-treasury/provider";
import type { Facilitator } from "./facilitator.ts";
import { movementOf } from "./movement.ts";
import { type PresentedAuthorization, readPayment } from "./presented-payment.ts";
import type { SaleProtocol } from "./sale-protocol.ts";
import type { SaleTerms } from "./sale-terms.ts";
import type { PresentedPayment, RailSale, SaleOptions } from "./seller-rail.ts";
import { chainReceipt, settlePayment } from "./settle-payment.ts";
import type { SaleSigner } from "./sign-sales.ts";
import { within } from "./within.ts";

export interface X402SaleDeps {
  readonly context: ExecutorContext;
  readonly facilitator: Facilitator;
  readonly protocol: SaleProtocol | undefined;
  readonly signer: SaleSigner | undefined;
  readonly timeoutMs: number;
}

/** Sells on a chain, by EIP-3009 or for `upto` by Permit2. */
export function x402Sale(options: SaleOptions, terms: SaleTerms, deps: X402SaleDeps): RailSale {
  return {
    requirements: terms.requirements,
    price: terms.amount,
    protocol: terms.permit2 === null ? deps.protocol : undefined,
    signer: deps.signer,
    read: async (header) => {
      const read = await readPayment(header, terms, deps.context.clock.now());
      return typeof read === "string" ? read : presentedPayment(read, options, terms, deps);
    },
  };
}

function presentedPayment(
  { payload, from, nonce, validBefore, identifier }: PresentedAuthorization,
  options: SaleOptions,
  { requirements, token, payTo, amount, permit2, network: { endpoints } }: SaleTerms,
  { context: { clock }, facilitator, timeoutMs }: X402SaleDeps,
): PresentedPayment {
  const network = requirements.network as AuthorizedPayment["network"];
  const authorized = {
    network,
    token,
    from,
    to: payTo,
    value: amount,
    nonce,
    validBefore,
    permit2: permit2 === null ? null : ("upto" as const),
  };
  const movement = (value: bigint) => movementOf({ ...authorized, value }, options, clock.now());
  const since = Number(movement(amount).details["sinceSeconds"]);
  const taken = (value: bigint): AuthorizedPayment => ({
    ...authorized,
    value,
    sinceSeconds: since,
  });
  return {
    // Without the amount, which the handler decides.
    id: movementId({ ...authorized, permit2: permit2 === null ? null : "exact" }),
    payer: from,
    movement,
    identifier,
    verify: async () => {
      if (validBefore * 1_000 <= clock.now()) {
        return { isValid: false, invalidReason: "The authorization expired." };
      }
      return within(clock, timeoutMs, () => facilitator.verify(payload, requirements));
    },
    settle: (value) => {
      const asked = { ...requirements, amount: value.toString() };
      const settling = { facilitator, endpoints, clock, timeoutMs };
      return settlePayment(taken(value), payload, asked, settling);
    },
    receipt: (value) => chainReceipt(taken(value), endpoints),
  };
}
