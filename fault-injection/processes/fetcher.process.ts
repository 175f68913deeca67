import { guardedFetch } from "@agent-treasury/outbound-fetch";
import { ExactEvmScheme, UptoEvmScheme } from "@x402/evm";
import { wrapFetchWithPaymentFromConfig } from "@x402/fetch";
import { evm, Mppx } from "mppx/client";
import { privateKeyToAccount } from "viem/accounts";
import { fetchThrough } from "../payments/fetch-through.ts";
import { type BuyerRail, buyerNetwork } from "./buyer-task.ts";
import { leave, ownTask, print, readyToGo } from "./own-task.ts";

/** A process that buys with `@x402/fetch` or `mppx`, as its documentation shows it. */
export interface FetcherTask {
  readonly rail: BuyerRail;
  readonly urls: readonly string[];
  /** How often a purchase is tried, if no answer was received. */
  readonly attempts: number;
}

const { rail, urls, attempts } = ownTask() as FetcherTask;
const fetchSeller = fetchThrough(
  guardedFetch({
    ports: [rail.port],
    allow: ["127.0.0.1/32"],
    ca: rail.certificate,
  }),
);

const account = privateKeyToAccount(rail.privateKey);
const fetchByX402 = wrapFetchWithPaymentFromConfig(fetchSeller, {
  schemes: [
    { network: "eip155:*", client: new ExactEvmScheme(account) },
    { network: "eip155:*", client: new UptoEvmScheme(account) },
  ],
  // Its own table of tokens does not have the test's token.
  spendControls: { allowedAssets: [{ network: buyerNetwork, asset: rail.token }] },
});

const authorization = { name: "Test Dollar", version: "2" };
const mppx = Mppx.create({
  methods: [evm.charge({ account, authorization })],
  fetch: fetchSeller,
  polyfill: false,
});
const fetchWithPayment = rail.protocol === "mpp" ? mppx.fetch : fetchByX402;

async function buy(url: string): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    try {
      const { ok } = await fetchWithPayment(url);
      if (ok) return print(`${url} delivered`);
    } catch {
      // A job queue repeats what failed.
    }
  }
}

await readyToGo();
await Promise.all(urls.map(buy));
leave();
