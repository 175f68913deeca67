import {
  type TypedDataDefinition,
  type TypedDataDomain,
  parseSignature,
  recoverTypedDataAddress,
} from "viem";
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

const cancellationTypes = {
  CancelAuthorization: [
    { name: "authorizer", type: "address" },
    { name: "nonce", type: "bytes32" },
  ],
} as const;

export type UnsignedAuthorization = Omit<PreparedAuthorization, "signature" | "deploymentId">;

/** The token that an authorization is for. */
export type AuthorizedToken = Pick<QuoteTerms, "network" | "token" | "tokenName" | "tokenVersion">;

/** The EIP-712 message of an EIP-3009 authorization. */
export function typedDataOf(
  token: AuthorizedToken,
  { from, to, value, validAfter, validBefore, nonce }: UnsignedAuthorization,
): TypedDataDefinition<typeof types, "TransferWithAuthorization"> {
  return {
    domain: domainOf(token),
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

/** The EIP-712 message that ends an authorization. */
export function cancellationOf(
  token: AuthorizedToken,
  { from, nonce }: Pick<PreparedAuthorization, "from" | "nonce">,
): TypedDataDefinition<typeof cancellationTypes, "CancelAuthorization"> {
  return {
    domain: domainOf(token),
    types: cancellationTypes,
    primaryType: "CancelAuthorization",
    message: { authorizer: from, nonce },
  };
}

function domainOf({ network, token, tokenName, tokenVersion }: AuthorizedToken): TypedDataDomain {
  return {
    name: tokenName,
    version: tokenVersion,
    chainId: chainIdOf(network),
    verifyingContract: token,
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
