import {
  type Connection,
  connect,
  type NetworkId,
  railStore,
} from "@agent-treasury/executor-x402/chain";
import { type ExecutorContext, TreasuryError, isTreasuryError } from "@agent-treasury/provider";
import { checkOptions, type NamesOf } from "@agent-treasury/provider/helpers";
import { privateKeyToAccount } from "viem/accounts";
import { type Facilitator, facilitatorOf } from "./facilitator.ts";
import { findMovement } from "./find-movement.ts";
import { paymentOf } from "./movement.ts";
import { checkPayTo, saleTerms } from "./sale-terms.ts";
import type { SellerOptions } from "./seller-options.ts";
import type { SellerRail } from "./seller-rail.ts";
import { saleSigner } from "./sign-sales.ts";
import { x402Sale } from "./x402-sale.ts";

const rail = "x402";

/** Finds payments by x402 on their chain. */
export interface X402Seller extends SellerRail {
  connect(context: ExecutorContext): void;
}

const optionNames: NamesOf<SellerOptions> = {
  rpcUrls: true,
  networks: true,
  facilitator: true,
  protocol: true,
  signer: true,
  timeoutSeconds: true,
  onFailure: true,
};

/**
 * Creates a seller, for the option `incoming` of `createTreasury`. Payments are credited once they
 * have a network's depth, and looked at again until their block is finalized.
 *
 * Methods reject with a `TreasuryError`: `payments_not_connected` for wrong settings,
 * `payment_processor_error` if no RPC endpoint answers.
 *
 * @example const seller = x402Seller({ rpcUrls, facilitator: "https://facilitator.example" });
 */
export function x402Seller(options: SellerOptions): X402Seller {
  checkOptions("x402Seller", options, optionNames);
  let networks: Connection | undefined;
  const connected = (): Connection => (networks ??= connect(options));
  let facilitator: Facilitator | undefined;
  let context: ExecutorContext | undefined;
  const { onFailure = () => undefined, timeoutSeconds = 30, protocol } = options;
  const timeoutMs = timeoutSeconds * 1_000;
  const account =
    typeof options.signer === "string" ? privateKeyToAccount(options.signer) : options.signer;
  const treasury = (): ExecutorContext => {
    if (context !== undefined) return context;
    throw new TreasuryError("payments_not_connected", "The x402 seller is not part of a treasury.");
  };
  return {
    specificationVersion: "1",
    provider: rail,
    mode: () => connected().mode,
    connect: (given) => {
      if (context !== undefined) {
        throw new TreasuryError("invalid_request", "An x402 seller is part of one treasury.");
      }
      context = given;
    },
    find: async (movement) => {
      const payment = paymentOf(movement);
      const { endpoints, depth } = networkOf(connected(), payment.network);
      const access = { endpoints, depth, nowMs: treasury().clock.now() };
      return findMovement(payment, access).catch((error: unknown) => {
        throw new TreasuryError(
          "payment_processor_error",
          isTreasuryError(error) ? error.message : "The chain could not be read.",
        );
      });
    },
    sell: (sale) => {
      checkPayTo(sale.payTo);
      return async () => {
        facilitator ??= facilitatorOf(options.facilitator, connected().mode, onFailure);
        const { clock, store } = treasury();
        const deps = { store: railStore(store, rail), facilitator };
        const terms = await saleTerms(sale, connected(), deps);
        return x402Sale(sale, terms, {
          context: treasury(),
          facilitator,
          timeoutMs,
          protocol,
          signer: account && saleSigner(account, { clock, timeoutMs, onFailure }),
        });
      };
    },
    context: treasury,
  };
}

function networkOf({ networks }: Connection, id: NetworkId) {
  const network = networks.get(id);
  if (network !== undefined) return network;
  throw new TreasuryError("payments_not_connected", `There is no RPC endpoint for ${id}.`);
}
