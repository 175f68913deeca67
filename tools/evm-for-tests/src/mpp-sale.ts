import type { x402Facilitator } from "@x402/core/facilitator";
import { Credential } from "mppx";
import { evm, Mppx } from "mppx/server";
import { payTo } from "./spend-order.ts";
import type { SignedTransfer, TestChain } from "./test-chain.ts";
import type { SellerRequest, SellerResponse } from "./test-seller.ts";

/** Answers a request as a server of `mppx` that asks for fifty cents, to the payee of the query if it names one. */
export type MppSale = (origin: string, request: SellerRequest) => Promise<SellerResponse>;

export interface MppOffer {
  readonly validitySeconds?: number;
  /** In USD. */
  readonly amount?: string;
}

/** Sells by the Machine Payments Protocol, and by x402 for the same price. */
export function mppSale(
  { token }: Pick<TestChain, "token">,
  facilitator: Pick<x402Facilitator, "verify" | "settle">,
  { validitySeconds = 300, amount = "0.5" }: MppOffer = {},
): MppSale {
  const authorization = { name: "Test Dollar", version: "2" };
  const chainId = 31_337;
  const secretKey = "a secret of the tests that is long enough";
  return async (origin, { url, method, headers, body }) => {
    const recipient = (new URL(url, origin).searchParams.get("payTo") ?? payTo) as `0x${string}`;
    const charge = evm.charge({
      currency: token,
      chainId,
      decimals: 6,
      authorization,
      recipient,
      x402: { facilitator: facilitator as never },
    });
    const seller = Mppx.create({ methods: [charge], secretKey, realm: new URL(origin).host });
    const named = Object.entries(headers).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value] as [string, string]] : [],
    );
    const sent = body === "" ? null : body;
    const request = new Request(`${origin}${url}`, { method, headers: named, body: sent });
    const expires = new Date(Date.now() + validitySeconds * 1_000).toISOString();
    const offer = { amount, description: "A weather report", expires };
    const sold = await seller.charge(offer)(request);
    const answer =
      sold.status === 402
        ? sold.challenge
        : sold.withReceipt(
            new Response(`Sunny${body}`, { headers: { "content-type": "text/plain" } }),
          );
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: await answer.text(),
    };
  };
}

/** What a credential authorizes. */
export function mppTransfer(credential: string): SignedTransfer {
  return Credential.deserialize<SignedTransfer>(credential).payload;
}
