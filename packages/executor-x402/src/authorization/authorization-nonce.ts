import type { PaymentQuote } from "@agent-treasury/provider";
import { type Address, type Hex, encodeAbiParameters, keccak256, parseAbiParameters } from "viem";
import type { NetworkId } from "../networks.ts";
import { quoteDigest } from "./quote-digest.ts";

export interface NonceParts {
  readonly deploymentId: string;
  readonly network: NetworkId;
  readonly token: Address;
  readonly workspaceId: string;
  readonly proposalId: string;
  readonly quote: PaymentQuote;
}

const parameters = parseAbiParameters("string, string, string, address, string, string, bytes32");

/**
 * Returns the EIP-3009 nonce of a spend. The token accepts it once, so that all authorizations of a
 * spend are one payment. The deployment's id separates copies of a database that share an account.
 */
export function authorizationNonce(parts: NonceParts): Hex {
  const { deploymentId, network, token, workspaceId, proposalId, quote } = parts;
  return keccak256(
    encodeAbiParameters(parameters, [
      "agent-treasury/x402/1",
      deploymentId,
      network,
      token,
      workspaceId,
      proposalId,
      quoteDigest(quote),
    ]),
  );
}
