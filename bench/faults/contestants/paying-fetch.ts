import { ExactEvmScheme } from "@x402/evm/exact/client";
import { wrapFetchWithPayment, x402Client } from "@x402/fetch";
import { privateKeyToAccount } from "viem/accounts";
import type { Setting } from "./program.ts";

/** The client of the packages' examples. */
export function exampleClient({ privateKey, token }: Setting): x402Client {
  return x402Client.fromConfig({
    schemes: [{ network: "eip155:*", client: new ExactEvmScheme(privateKeyToAccount(privateKey)) }],
    // Its own table of tokens does not have the test's token.
    spendControls: { allowedAssets: [{ network: "eip155:31337", asset: token }] },
  });
}

export function payingFetch(setting: Setting): typeof fetch {
  return wrapFetchWithPayment(fetch, exampleClient(setting)) as typeof fetch;
}
