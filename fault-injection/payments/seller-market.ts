import type { OutboundFetch } from "@agent-treasury/provider";
import {
  type Behave,
  requirementsOf,
  rpcProxy,
  serveFacilitator,
  type SellerResponse,
  startChain,
  testFacilitator,
  testSeller,
} from "evm-for-tests";
import { getAddress, type LocalAccount, toHex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { onTestFinished } from "vitest";
import { type AnswerFault, passWith, settleWith } from "./answer-faults.ts";
import {
  honoSeller,
  type IdentifiedSeller,
  mppxSeller,
  ownSeller,
  reportPath,
  type SellerSite,
  type SiteScheme,
} from "./identified-sellers.ts";

/** Facilitators may return a settlement again, so that a seller learns of one that it missed. */
export const sellerNames = [
  "@x402/hono",
  "@x402/hono with a facilitator that repeats",
  "seller-x402",
  "mppx",
] as const;

export type SellerName = (typeof sellerNames)[number];

const sellers = {
  "@x402/hono": honoSeller,
  "@x402/hono with a facilitator that repeats": honoSeller,
  "seller-x402": ownSeller,
  mppx: mppxSeller,
} as const satisfies Record<SellerName, unknown>;

/** One purchase from a seller of its own, with a fault at the first presentation of the payment. */
export interface Deal {
  readonly account: LocalAccount;
  readonly token: `0x${string}`;
  /** The buyer's RPC endpoint. */
  readonly rpcUrl: string;
  readonly origin: string;
  readonly url: string;
  readonly outbound: OutboundFetch;
  /** Continues the seller in another process. */
  restart(): void;
  /** Repairs what is down. */
  endFault(): void;
  /** The payments to the seller, by the token's own records. */
  payments(): Promise<readonly bigint[]>;
  /** Presents the buyer's payment again, past the fault. Returns whether the seller delivers. */
  isAnswered(): Promise<boolean>;
}

export interface SellerMarket {
  deal(name: SellerName, fault: AnswerFault, scheme: SiteScheme): Promise<Deal>;
}

const validitySeconds = 600;

/** A chain with a buyer's account, and sellers behind one proxy. */
export async function sellerMarket(): Promise<SellerMarket> {
  const chain = await startChain();
  onTestFinished(() => chain.stop());
  const account = privateKeyToAccount(generatePrivateKey());
  await chain.mint(account.address, 1_000_000_000n);
  await chain.installPermit2();
  await chain.approve(account);
  const faults = new Map<string, AnswerFault>();
  const repeating = new Set<string>();
  // One, because its account numbers its transactions.
  const facilitator = await serveFacilitator(chain, {
    settle: ({ to }, honest) => {
      const fault = faults.get(to) ?? "none";
      faults.delete(to);
      return settleWith(fault, honest);
    },
    repeats: (to) => repeating.has(to),
  });
  onTestFinished(() => facilitator.close());
  const behaviors = new Map<string, Behave>();
  const proxy = await testSeller(testFacilitator(chain), requirementsOf(chain));
  proxy.behave = (request, honest) => {
    const id = new URL(request.url, proxy.origin).searchParams.get("deal") ?? "";
    return (behaviors.get(id) ?? (() => honest()))(request, honest);
  };
  return {
    deal: async (name, fault, scheme) => {
      const id = crypto.randomUUID();
      const payTo = getAddress(toHex(crypto.getRandomValues(new Uint8Array(20))));
      faults.set(payTo, fault);
      if (name === "@x402/hono with a facilitator that repeats") repeating.add(payTo);
      const url402 = facilitator.url;
      const site: SellerSite = { chain, payTo, facilitator: url402, validitySeconds, scheme };
      const seller = await sellers[name](site);
      const url = `${proxy.origin}${reportPath}?deal=${id}`;
      const fromProxy = proxyOf(seller, url, fault);
      behaviors.set(id, fromProxy.behave);
      return {
        account,
        token: chain.token,
        rpcUrl: await rpcProxy(chain.rpcUrl, (_call, ask) =>
          fromProxy.isBuyersRpcDown ? Promise.reject(new Error("It is down.")) : ask(),
        ),
        origin: proxy.origin,
        url,
        outbound: proxy.outbound,
        restart: () => seller.restart(),
        endFault: () => {
          fromProxy.isBuyersRpcDown = false;
          fromProxy.isSellerDown = false;
        },
        payments: async () => {
          const payments = await chain.paymentsOf(account.address);
          return payments.flatMap(({ to, value = 0n }) => (to === payTo ? [value] : []));
        },
        isAnswered: async () => {
          const { payment } = fromProxy;
          if (payment === null) return false;
          const answers = [
            await forwarded(seller, url, payment),
            await forwarded(seller, url, payment),
          ];
          return answers.some(({ status }) => status === 200);
        },
      };
    },
  };
}

type Payment = Readonly<Record<string, string>>;

interface FaultyProxy {
  readonly behave: Behave;
  /** The headers of the first presentation. */
  payment: Payment | null;
  isBuyersRpcDown: boolean;
  isSellerDown: boolean;
}

function proxyOf(seller: IdentifiedSeller, url: string, fault: AnswerFault): FaultyProxy {
  const proxy: FaultyProxy = {
    payment: null,
    isBuyersRpcDown: false,
    isSellerDown: false,
    behave: (request) => {
      const payment = paymentIn(request.headers);
      const forward = () => forwarded(seller, url, payment);
      if (proxy.isSellerDown) return { status: 503 };
      if (payment === null || proxy.payment !== null) return forward();
      proxy.payment = payment;
      proxy.isSellerDown = fault === "seller down after the sale";
      proxy.isBuyersRpcDown = fault === "buyer's RPC down";
      seller.isRpcDown = fault === "seller's RPC down";
      return passWith(fault, forward).finally(() => {
        seller.isRpcDown = false;
      });
    },
  };
  return proxy;
}

function paymentIn(headers: Readonly<Record<string, unknown>>): Payment | null {
  for (const name of ["payment-signature", "authorization"]) {
    const value = headers[name];
    if (typeof value === "string") return { [name]: value };
  }
  return null;
}

async function forwarded(
  seller: IdentifiedSeller,
  url: string,
  payment: Payment | null,
): Promise<SellerResponse> {
  const answer = await seller.sell(new Request(url, { headers: payment ?? {} }));
  const body = await answer.text();
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body };
}
