import type { Address, Hex } from "viem";
import type { NetworkId } from "../networks.ts";

/** The payment that an authorization allows. */
export interface AuthorizedPayment {
  readonly network: NetworkId;
  readonly token: Address;
  readonly from: Address;
  readonly to: Address;
  readonly value: bigint;
  readonly nonce: Hex;
  /** No block from before has it. Seconds since 1970. */
  readonly sinceSeconds: number;
  /** Seconds since 1970. */
  readonly validBefore: number;
}
