import { chainIdOf } from "@agent-treasury/executor-x402/chain";
import type { PreparedOrder } from "@agent-treasury/provider";
import { Challenge } from "mppx";
import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  hexToBigInt,
  isAddressEqual,
  keccak256,
  type LocalAccount,
  parseAbiParameters,
  slice,
  toHex,
} from "viem";
import { Transaction } from "viem/tempo";
import { gasLimit, tip20Abi } from "./tempo-chain.ts";
import type { TempoTerms } from "./tempo-terms.ts";

const laneParts = parseAbiParameters("string, string, string, string, string, string");

/**
 * The nonce key of a payment. The chain accepts one transaction with its nonce 0, so that all transactions
 * of a payment are one. Of 31 bytes, because others have a meaning of their own.
 */
export function laneOf(
  { deploymentId, network, challenge }: TempoTerms,
  { workspaceId, proposalId }: Pick<PreparedOrder, "workspaceId" | "proposalId">,
): bigint {
  const parts = [deploymentId, network, workspaceId, proposalId, challenge] as const;
  const hash = keccak256(encodeAbiParameters(laneParts, ["agent-treasury/tempo/1", ...parts]));
  return hexToBigInt(slice(hash, 1)) | 1n;
}

export interface TransferBounds {
  readonly lane: bigint;
  /** It can be included until then, in seconds since 1970. */
  readonly validBefore: number;
}

/** Signs the transfer that a challenge asks for. */
export async function signTransfer(
  terms: TempoTerms,
  bounds: TransferBounds,
  account: LocalAccount,
): Promise<Hex> {
  const serializer = Transaction.serialize as never;
  return account.signTransaction(transferOf(terms, bounds) as never, { serializer });
}

/** Whether a stored transaction is the transfer of the bounds, signed by the account's own key. */
export async function isTransfer(
  serialized: Hex,
  terms: TempoTerms,
  bounds: TransferBounds,
  account: Address,
): Promise<boolean> {
  try {
    const { signature, from } = Transaction.deserialize(serialized as `0x76${string}`);
    const again = await Transaction.serialize(transferOf(terms, bounds), signature);
    return from !== undefined && isAddressEqual(from, account) && again === serialized;
  } catch {
    return false;
  }
}

function transferOf(
  { network, token, payTo, amount, maxFeePerGas, challenge }: TempoTerms,
  { lane, validBefore }: TransferBounds,
) {
  const args = [payTo, BigInt(amount), memoOf(Challenge.deserialize(challenge))] as const;
  const data = encodeFunctionData({ abi: tip20Abi, functionName: "transferWithMemo", args });
  return {
    type: "tempo",
    chainId: chainIdOf(network),
    calls: [{ to: token, data, value: 0n }],
    nonceKey: lane,
    nonce: 0,
    validBefore,
    gas: gasLimit,
    maxFeePerGas: BigInt(maxFeePerGas),
    maxPriorityFeePerGas: 0n,
    feeToken: token,
  } as const;
}

/** Binds a transfer to its challenge, as servers of `mppx` require. */
function memoOf({ id, realm }: Challenge.Challenge): Hex {
  const version = "0x01";
  const anonymous = "0x00000000000000000000";
  return concat([digest("mpp", 4), version, digest(realm, 10), anonymous, digest(id, 7)]);
}

function digest(text: string, bytes: number): Hex {
  return slice(keccak256(toHex(text)), 0, bytes);
}
