import { type TypedDataDefinition, parseSignature, recoverTypedDataAddress } from "viem";
import { chainIdOf } from "../networks.ts";
import type { QuoteTerms } from "../quote/quote-terms.ts";
import type { PreparedAuthorization } from "./authorization.ts";

const types = {
  TransferWithAuthorization: [
    { name: "from", type: "address" },
    { name: "to", type: "address" },
    { name: "value", type: "uint256" },
    { name: "validAfter", type: "uint256" },
    { name: "validBefore", type: "uint256" },
    { name: "nonce", type: "bytes32" },
  ],
} as const;

export type UnsignedAuthorization = Omit<PreparedAuthorization, "signature" | "deploymentId">;

/** The token that an authorization is for. */
export type AuthorizedToken = Pick<QuoteTerms, "network" | "token" | "tokenName" | "tokenVersion">;

/** The EIP-712 message of an EIP-3009 authorization. */
export function typedDataOf(
  { network, token, tokenName, tokenVersion }: AuthorizedToken,
  { from, to, value, validAfter, validBefore, nonce }: UnsignedAuthorization,
): TypedDataDefinition<typeof types, "TransferWithAuthorization"> {
  return {
    domain: {
      name: tokenName,
      version: tokenVersion,
      chainId: chainIdOf(network),
      verifyingContract: token,
    },
    types,
    primaryType: "TransferWithAuthorization",
    message: {
      from,
      to,
      value: BigInt(value),
      validAfter: BigInt(validAfter),
      validBefore: BigInt(validBefore),
      nonce,
    },
  };
}

/** Whether the payer's own key made the signature, in the only form that all tokens accept. */
export async function isSignedByPayer(
  terms: AuthorizedToken,
  authorization: Omit<PreparedAuthorization, "deploymentId">,
): Promise<boolean> {
  const { signature, from } = authorization;
  try {
    const { v } = parseSignature(signature);
    if (v !== 27n && v !== 28n) return false;
    const typedData = typedDataOf(terms, authorization);
    return (await recoverTypedDataAddress({ ...typedData, signature })) === from;
  } catch {
    return false;
  }
}
