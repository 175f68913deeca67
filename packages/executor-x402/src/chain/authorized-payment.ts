import type { Address, Hex } from "viem";
import type { NetworkId } from "../networks.ts";
import type { Permit2Scheme } from "./permit2.ts";

/** The payment that an authorization allows. */
export interface AuthorizedPayment {
  readonly network: NetworkId;
  readonly token: Address;
  readonly from: Address;
  readonly to: Address;
  /** What is paid, or the maximum for the scheme `upto`. */
  readonly value: bigint;
  /** The scheme of a transfer by Permit2. Null for one by EIP-3009. */
  readonly permit2: Permit2Scheme | null;
  readonly nonce: Hex;
  /** No block from before has it. Seconds since 1970. */
  readonly sinceSeconds: number;
  /** Seconds since 1970. */
  readonly validBefore: number;
}
