import type { Hex, LocalAccount } from "viem";
import type { NetworkId, X402Network } from "./networks.ts";

export interface X402Options {
  /** Pays and signs: a private key, or an account with one, for example by `privateKeyToAccount` of viem. */
  readonly account: LocalAccount | Hex;
  /**
   * Sends cancellations of payments that a freeze stopped, and pays for them with the network's coin:
   * a private key, or an account with one. Without it, these payments end by their expiry.
   */
  readonly gasAccount?: LocalAccount | Hex;
  /**
   * RPC endpoints by network. Only these networks are used. Two endpoints of different operators
   * prove within minutes that an authorization expired, one alone after a day.
   */
  readonly rpcUrls: Readonly<Partial<Record<NetworkId, readonly string[]>>>;
  /** Networks beside those of the package, or in place of one, for example a local chain. */
  readonly networks?: Readonly<Record<NetworkId, X402Network>>;
  /** Time for a seller's answer and for its payment to count on the chain; 20 by default. */
  readonly timeoutSeconds?: number;
}
