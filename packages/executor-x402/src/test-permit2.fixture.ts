import type { SpendOrder } from "@agent-treasury/provider";
import { x402ExactPermit2ProxyABI, x402UptoPermit2ProxyABI } from "@x402/evm";
import { batchAddress, type TestChain, testGasAccount } from "evm-for-tests";
import {
  type Hex,
  createWalletClient,
  encodeFunctionData,
  http,
  parseAbi,
  publicActions,
} from "viem";
import { type PreparedAuthorization, readAuthorization } from "./authorization/authorization.ts";
import { permit2Payload } from "./authorization/typed-data.ts";
import { readTerms } from "./quote/quote-terms.ts";

export function authorizationOf(payload: SpendOrder["payload"]): PreparedAuthorization {
  const authorization = readAuthorization(payload);
  if (authorization === null) throw new Error("Nothing was prepared.");
  return authorization;
}

/** The data of the call by which a facilitator settles an order. */
export function settlement(order: SpendOrder, amount = 500_000n): Hex {
  const terms = readTerms(order.quote);
  const { signature, ...unsigned } = authorizationOf(order.payload);
  const { permitted, nonce, deadline, witness } = permit2Payload(terms, unsigned);
  const { token, amount: most } = permitted;
  const permit = {
    permitted: { token, amount: BigInt(most) },
    nonce: BigInt(nonce),
    deadline: BigInt(deadline),
  };
  const { to, facilitator } = witness;
  const functionName = "settle";
  if (facilitator === undefined) {
    const args = [permit, unsigned.from, { to, validAfter: 0n }, signature] as const;
    return encodeFunctionData({ abi: x402ExactPermit2ProxyABI, functionName, args });
  }
  const bound = { to, facilitator, validAfter: 0n };
  const args = [permit, amount, unsigned.from, bound, signature] as const;
  return encodeFunctionData({ abi: x402UptoPermit2ProxyABI, functionName, args });
}

/** Settles payments in one transaction of a contract. */
export async function settleInBatch(
  { rpcUrl }: TestChain,
  target: Hex,
  calls: readonly Hex[],
): Promise<void> {
  const client = createWalletClient({
    account: testGasAccount,
    transport: http(rpcUrl),
    pollingInterval: 20,
  }).extend(publicActions);
  const hash = await client.writeContract({
    chain: null,
    address: batchAddress,
    abi: parseAbi(["function run(address target, bytes[] calls)"]),
    functionName: "run",
    args: [target, calls],
  });
  const { status } = await client.waitForTransactionReceipt({ hash });
  if (status !== "success") throw new Error("The payments were not settled.");
}
