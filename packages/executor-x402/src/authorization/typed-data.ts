import {
  type Address,
  type TypedDataDefinition,
  type TypedDataDomain,
  parseAbiParameters,
  parseSignature,
  recoverTypedDataAddress,
} from "viem";
import { permit2Address, permit2Proxies } from "../chain/permit2.ts";
import { chainIdOf } from "../networks.ts";
import type { QuoteTerms } from "../quote/quote-terms.ts";
import type { PreparedAuthorization } from "./authorization.ts";

const types = {
  TransferWithAuthorization: parseAbiParameters(
    "address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce",
  ),
};

const cancellationTypes = {
  CancelAuthorization: parseAbiParameters("address authorizer, bytes32 nonce"),
};

const permission = parseAbiParameters("address token, uint256 amount");
const permit = [
  { name: "permitted", type: "TokenPermissions" },
  ...parseAbiParameters("address spender, uint256 nonce, uint256 deadline"),
] as const;

export type UnsignedAuthorization = Omit<PreparedAuthorization, "signature" | "deploymentId">;

/** The token that an authorization is for. */
export type AuthorizedToken = Pick<
  QuoteTerms,
  "network" | "token" | "tokenName" | "tokenVersion" | "permit2"
>;

/** The EIP-712 message of an EIP-3009 authorization, or of a permit for a contract of x402. */
export function typedDataOf(
  token: AuthorizedToken,
  unsigned: UnsignedAuthorization,
): TypedDataDefinition {
  const { from, to, value, validAfter, validBefore, nonce } = unsigned;
  if (token.permit2 !== null) return permitOf(token, permit2Payload(token, unsigned));
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

/** A permit as x402 sends it, with decimal amounts and times. */
export interface Permit2Payload {
  readonly from: Address;
  readonly permitted: { readonly token: Address; readonly amount: string };
  readonly spender: Address;
  readonly nonce: string;
  readonly deadline: string;
  readonly witness: {
    readonly to: Address;
    readonly facilitator?: Address;
    readonly validAfter: string;
  };
}

export function permit2Payload(
  { token, permit2 }: AuthorizedToken,
  { from, to, value, validAfter, validBefore, nonce }: UnsignedAuthorization,
): Permit2Payload {
  const facilitator = permit2?.facilitator ?? null;
  return {
    from,
    permitted: { token, amount: value },
    spender: permit2Proxies[facilitator === null ? "exact" : "upto"],
    nonce: BigInt(nonce).toString(),
    deadline: lastSecond(validBefore).toString(),
    witness: { to, ...(facilitator !== null && { facilitator }), validAfter },
  };
}

function permitOf(
  { network }: AuthorizedToken,
  { permitted, spender, nonce, deadline, witness }: Permit2Payload,
): TypedDataDefinition {
  const isUpto = witness.facilitator !== undefined;
  return {
    domain: permit2Domain(network),
    types: {
      TokenPermissions: permission,
      PermitWitnessTransferFrom: [...permit, { name: "witness", type: "Witness" }],
      Witness: [
        { name: "to", type: "address" },
        ...(isUpto ? [{ name: "facilitator", type: "address" }] : []),
        { name: "validAfter", type: "uint256" },
      ],
    },
    primaryType: "PermitWitnessTransferFrom",
    message: {
      permitted: { token: permitted.token, amount: BigInt(permitted.amount) },
      spender,
      nonce: BigInt(nonce),
      deadline: BigInt(deadline),
      witness: { ...witness, validAfter: BigInt(witness.validAfter) },
    },
  };
}

/**
 * The EIP-712 message of a permit that transfers nothing, with the nonce of a payment. Permit2
 * accepts a nonce once, so that it ends the payment.
 */
export function emptyPermitOf(
  { network, token }: AuthorizedToken,
  { nonce, validBefore }: Pick<PreparedAuthorization, "nonce" | "validBefore">,
  spender: Address,
) {
  const message = {
    permitted: { token, amount: 0n },
    spender,
    nonce: BigInt(nonce),
    deadline: lastSecond(validBefore),
  };
  return {
    domain: permit2Domain(network),
    types: { TokenPermissions: permission, PermitTransferFrom: permit },
    primaryType: "PermitTransferFrom",
    message,
  } as const;
}

function permit2Domain(network: QuoteTerms["network"]): TypedDataDomain {
  return { name: "Permit2", chainId: chainIdOf(network), verifyingContract: permit2Address };
}

/** Permit2 accepts a permit in the second of its deadline, EIP-3009 only before. */
function lastSecond(validBefore: string): bigint {
  return BigInt(validBefore) - 1n;
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
