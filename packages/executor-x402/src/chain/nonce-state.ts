import type { Address, BlockTag, Hex, PublicClient } from "viem";
import type { NetworkId } from "../networks.ts";
import type { AuthorizedPayment } from "./authorized-payment.ts";
import { permit2Abi, permit2Address } from "./permit2.ts";
import { tokenAbi } from "./token-abi.ts";

type BlockOf = { readonly blockNumber: bigint } | { readonly blockTag: BlockTag };

/** Whether the nonce of a payment is used or canceled, in the newest block unless one is given. */
export async function isNonceUsed(
  client: PublicClient,
  { permit2, token, from, nonce }: Pick<AuthorizedPayment, "permit2" | "token" | "from" | "nonce">,
  block: BlockOf = { blockTag: "latest" },
): Promise<boolean> {
  if (permit2 === null) {
    return client.readContract({
      address: token,
      abi: tokenAbi,
      functionName: "authorizationState",
      args: [from, nonce],
      ...block,
    });
  }
  const { word, bit } = placeOf(nonce);
  const bitmap = await client.readContract({
    address: permit2Address,
    abi: permit2Abi,
    functionName: "nonceBitmap",
    args: [from, word],
    ...block,
  });
  return isSet(bitmap, bit);
}

/** Whether a mask of Permit2 covers a nonce. */
export function covers(word: bigint, mask: bigint, nonce: Hex): boolean {
  const place = placeOf(nonce);
  return word === place.word && isSet(mask, place.bit);
}

/** Whether the token lets Permit2 transfer an amount from the account. */
export async function isApproved(
  client: PublicClient,
  token: Address,
  account: Address,
  amount: bigint,
): Promise<boolean> {
  const args = [account, permit2Address] as const;
  const call = { address: token, abi: tokenAbi, functionName: "allowance", args } as const;
  return (await client.readContract(call)) >= amount;
}

/** The reason why a payment by Permit2 is not possible. */
export function notApproved(token: Address, network: NetworkId): string {
  return `The account has not approved Permit2 for ${token} on ${network}.`;
}

function placeOf(nonce: Hex): { readonly word: bigint; readonly bit: bigint } {
  const number = BigInt(nonce);
  return { word: number >> 8n, bit: number & 255n };
}

function isSet(bits: bigint, bit: bigint): boolean {
  return ((bits >> bit) & 1n) === 1n;
}
