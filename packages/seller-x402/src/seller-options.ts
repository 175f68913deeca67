import type { NetworkId, X402Network } from "@agent-treasury/executor-x402";
import type { Hex, LocalAccount } from "viem";
import type { Facilitator } from "./facilitator.ts";
import type { SaleProtocol } from "./sale-protocol.ts";

export interface SellerOptions {
  /**
   * RPC endpoints by network. Only these networks are used. Payments are credited by what all of a
   * network's endpoints report, never by a facilitator's receipt.
   */
  readonly rpcUrls: Readonly<Partial<Record<NetworkId, readonly string[]>>>;
  /** Networks beside those of `@agent-treasury/executor-x402`, or in place of one. */
  readonly networks?: Readonly<Record<NetworkId, X402Network>>;
  /**
   * The URL of a facilitator, or one in the process. Required for live networks; for test networks
   * `https://x402.org/facilitator` by default.
   */
  readonly facilitator?: Facilitator | string;
  /**
   * Signs offers and receipts by the extension `offer-receipt`: a private key, or an account with one,
   * best that of `payTo`, because buyers know it. Nothing is signed without it.
   */
  readonly signer?: LocalAccount | Hex;
  /** Another protocol in which endpoints ask for payments, beside x402. */
  readonly protocol?: SaleProtocol;
  /** Time for a facilitator's answer, and for a payment with a lost answer to appear; 30 by default. */
  readonly timeoutSeconds?: number;
  /**
   * Receives failures of the facilitator, whose requests are answered with 503, and of the signer, whose
   * answers are sent without a signature.
   */
  readonly onFailure?: (error: unknown) => void;
}
