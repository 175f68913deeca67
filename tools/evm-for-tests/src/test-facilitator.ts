import { x402Facilitator } from "@x402/core/facilitator";
import { ExactEvmScheme } from "@x402/evm/exact/facilitator";
import { UptoEvmScheme } from "@x402/evm/upto/facilitator";
import { createWalletClient, http, publicActions } from "viem";
import { mnemonicToAccount } from "viem/accounts";
import { type TestChain, localChain, testNetwork, testWords } from "./test-chain.ts";

/** The facilitator of `@x402/evm`, in the process, for a chain of the tests. */
export function testFacilitator({ rpcUrl }: TestChain): x402Facilitator {
  const account = mnemonicToAccount(testWords, { addressIndex: 1 });
  const client = createWalletClient({
    account,
    chain: localChain,
    transport: http(rpcUrl),
    pollingInterval: 20,
    cacheTime: 0,
  }).extend(publicActions);
  const signer = { ...client, getAddresses: () => [account.address] };
  return new x402Facilitator()
    .register(testNetwork, new ExactEvmScheme(signer as never))
    .register(testNetwork, new UptoEvmScheme(signer as never));
}
