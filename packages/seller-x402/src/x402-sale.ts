import type { AuthorizedPayment } from "@agent-treasury/executor-x402/chain";
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

/** Sells on a chain by EIP-3009. */
export function x402Sale(options: SaleOptions, terms: SaleTerms, deps: X402SaleDeps): RailSale {
  return {
    requirements: terms.requirements,
    protocol: deps.protocol,
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
  { requirements, token, payTo, amount, network: { endpoints } }: SaleTerms,
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
    permit2: null,
  };
  const movement = movementOf(authorized, options, clock.now());
  const payment: AuthorizedPayment = {
    ...authorized,
    sinceSeconds: Number(movement.details["sinceSeconds"]),
  };
  return {
    movement,
    identifier,
    verify: async () => {
      if (validBefore * 1_000 <= clock.now()) {
        return { isValid: false, invalidReason: "The authorization expired." };
      }
      return within(clock, timeoutMs, () => facilitator.verify(payload, requirements));
    },
    settle: () =>
      settlePayment(payment, payload, requirements, { facilitator, endpoints, clock, timeoutMs }),
    receipt: () => chainReceipt(payment, endpoints),
  };
}
