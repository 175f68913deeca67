import { ExactEvmScheme, UptoEvmScheme } from "@x402/evm";
import { wrapFetchWithPaymentFromConfig } from "@x402/fetch";
import { testNetwork } from "evm-for-tests";
import { evm, Mppx } from "mppx/client";
import { fetchThrough } from "./fetch-through.ts";
import type { SiteScheme } from "./identified-sellers.ts";
import type { Deal } from "./seller-market.ts";

type Fetch = (url: string) => Promise<Response>;

/** `@x402/fetch`, or `mppx` for its scheme, as their documentation shows them, without a memory. */
export function otherClient({ account, token, outbound }: Deal, scheme: SiteScheme): Fetch {
  const fetchSeller = fetchThrough(outbound);
  if (scheme === "MPP") {
    const authorization = { name: "Test Dollar", version: "2" };
    const methods = [evm.charge({ account, authorization })];
    return Mppx.create({ methods, fetch: fetchSeller, polyfill: false }).fetch;
  }
  return wrapFetchWithPaymentFromConfig(fetchSeller, {
    schemes: [
      { network: "eip155:*", client: new ExactEvmScheme(account) },
      { network: "eip155:*", client: new UptoEvmScheme(account) },
    ],
    // Its own table of tokens does not have the test's token.
    spendControls: { allowedAssets: [{ network: testNetwork, asset: token }] },
  });
}
