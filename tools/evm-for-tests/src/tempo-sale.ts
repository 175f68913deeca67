import { Mppx, Store, tempo } from "mppx/server";
import { type Address, getAddress, keccak256, slice, toBytes } from "viem";
import { payTo } from "./spend-order.ts";
import { pathUsd, type TempoChain } from "./tempo-chain.ts";
import type { SellerRequest, SellerResponse } from "./test-seller.ts";

export type TempoSale = (origin: string, request: SellerRequest) => Promise<SellerResponse>;

/** A payee for each proposal, so that its payments can be counted. */
export function payeeOf(proposalId: string): Address {
  return getAddress(slice(keccak256(toBytes(proposalId)), 12));
}

/** Sells as a server of `mppx`: for fifty cents, or to a payee of the proposal that the query names. */
export function tempoSale({ client }: TempoChain): TempoSale {
  const chainId = client.chain.id;
  const secretKey = "a secret of the tests that is long enough";
  const store = Store.memory();
  const getClient = () => client as never;
  return async (origin, { url, method, headers }) => {
    const proposal = new URL(url, origin).searchParams.get("proposal");
    const recipient = proposal === null ? payTo : payeeOf(proposal);
    const charge = tempo.charge({ currency: pathUsd, recipient, getClient, store });
    const seller = Mppx.create({ methods: [charge], secretKey, realm: new URL(origin).host });
    const named = Object.entries(headers).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value] as [string, string]] : [],
    );
    const request = new Request(`${origin}${url}`, { method, headers: named });
    const expires = new Date(Date.now() + 300_000).toISOString();
    const amount = proposal === null ? "0.5" : "4.9";
    const offer = { amount, chainId, description: "A weather report", expires };
    const sold = await seller.charge(offer)(request);
    const answer =
      sold.status === 402
        ? sold.challenge
        : sold.withReceipt(new Response("Sunny", { headers: { "content-type": "text/plain" } }));
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: await answer.text(),
    };
  };
}
