import type { x402Facilitator } from "@x402/core/facilitator";
import { decodePaymentSignatureHeader } from "@x402/core/http";
import type { PaymentPayload } from "@x402/core/types";
import {
  mppSale,
  permit2Requirements,
  type TestChain,
  startChain,
  testFacilitator,
  type SignedTransfer,
  type SellerResponse,
  type OpenSeller,
  openSeller,
  requirementsOf,
} from "evm-for-tests";
import { getAddress, type Hex, type LocalAccount } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { spendPartId } from "../../packages/treasury-core/src/domain.ts";
import type { BuyerRail, Purchase } from "../processes/buyer-task.ts";
import { paymentOf, permitOf, recordedAnswers } from "./presented-payments.ts";
import { type SellerFault, sellWith } from "./seller-faults.ts";

/** A purchase with a payee of its own, so that its payments can be counted on the chain. */
export interface FaultyPurchase extends Purchase {
  readonly payee: string;
  readonly fault: SellerFault;
}

/** Before the seller collects, and after it collected but before it answers. */
export type SellerPoint = "arrived" | "settled";

/** A chain, a buyer's account, and a seller with faults. */
export interface OpenMarket {
  readonly chain: TestChain;
  readonly scheme: MarketScheme;
  readonly seller: OpenSeller;
  readonly rail: BuyerRail;
  purchase(fault: SellerFault): FaultyPurchase;
  /** Calls back once, when the seller reaches the point with a payment of the purchase. */
  at(point: SellerPoint, purchase: FaultyPurchase, interrupt: () => void): void;
  /** Collects the payments that were presented for the purchase: all of them, or the first ones. */
  collect(purchase: FaultyPurchase, most?: number): Promise<void>;
  /** Replaces the blocks since the payment of a purchase with empty ones. */
  undo(purchase: FaultyPurchase): Promise<void>;
  /** Moves the chain's time, and mines until the new time is finalized. */
  pass(seconds: number): Promise<void>;
  /** Payments to the payee of a purchase, by the token's own records. */
  paymentsFor(purchase: FaultyPurchase): Promise<readonly bigint[]>;
  /** What left the account. */
  paidInAll(): Promise<bigint>;
  close(): Promise<void>;
}

/** How the seller is paid. Of `upto`, each settlement takes another amount. On `tab`, a tab pays by `upto`. */
export type MarketScheme = "EIP-3009" | "Permit2" | "upto" | "MPP" | "tab";
export const marketSchemes: readonly MarketScheme[] = ["EIP-3009", "Permit2", "upto", "MPP"];

export function isUpto(scheme: MarketScheme): boolean {
  return scheme === "upto" || scheme === "tab";
}

export const price = 500_000n;
const validitySeconds = 600;
const blockMs = 100;

/** The seller may return the answer of a payment again, as the extension `payment-identifier` requires. */
export async function openMarket({
  identifies = false,
  scheme = "EIP-3009",
  chain: given,
}: MarketOptions = {}): Promise<OpenMarket> {
  const chain = given ?? (await startChain());
  await chain.installPermit2();
  const privateKey = generatePrivateKey();
  const account = privateKeyToAccount(privateKey);
  await chain.mint(account.address, 1_000_000_000n);
  await chain.approve(account);
  const terms = {
    "EIP-3009": () => requirementsOf(chain),
    Permit2: () => permit2Requirements(chain, "exact"),
    upto: () => permit2Requirements(chain, "upto"),
    MPP: () => requirementsOf(chain),
    tab: () => permit2Requirements(chain, "upto"),
  }[scheme]();
  const facilitator = testFacilitator(chain);
  const seller = await openSeller(facilitator, { ...terms, maxTimeoutSeconds: validitySeconds });
  if (identifies) seller.extensions = { "payment-identifier": { info: { required: false } } };

  const { sold, collect, undo, at, stop } = sellFaulty({
    chain,
    seller,
    account,
    facilitator,
    scheme,
  });
  return {
    chain,
    scheme,
    seller,
    rail: {
      protocol: scheme === "MPP" ? "mpp" : "x402",
      isTab: scheme === "tab",
      privateKey,
      rpcUrls: [chain.rpcUrl],
      token: chain.token,
      certificate: seller.certificate,
      port: Number(new URL(seller.origin).port),
    },
    purchase: (fault) => {
      const random = crypto.randomUUID().replaceAll("-", "");
      const proposalId = scheme === "tab" ? spendPartId(random) : random;
      const payee = getAddress(`0x${random}00000001`);
      const path = `/report?payTo=${payee}`;
      const purchase = { proposalId, url: `${seller.origin}${path}`, payee, fault };
      sold.set(path, purchase);
      return purchase;
    },
    at,
    collect,
    undo,
    pass: async (seconds) => {
      await chain.increaseTime(seconds);
      await chain.mine(4);
    },
    paymentsFor: async ({ payee }) => {
      const payments = await chain.paymentsOf(account.address);
      return payments.flatMap(({ to, value = 0n }) => (to === payee ? [value] : []));
    },
    paidInAll: async () => {
      const payments = await chain.paymentsOf(account.address);
      return payments.reduce((sum, { value = 0n }) => sum + value, 0n);
    },
    close: async () => {
      stop();
      await seller.close();
      await chain.stop();
    },
  };
}

export interface MarketOptions {
  readonly identifies?: boolean;
  readonly scheme?: MarketScheme;
  /** A new one by default. Closing the market stops it. */
  readonly chain?: TestChain;
}

interface SalesDeps {
  readonly chain: TestChain;
  readonly seller: OpenSeller;
  readonly account: LocalAccount;
  readonly facilitator: x402Facilitator;
  readonly scheme: MarketScheme;
}

interface FaultySales extends Pick<OpenMarket, "at" | "collect" | "undo"> {
  /** By path. */
  readonly sold: Map<string, FaultyPurchase>;
  stop(): void;
}

function sellFaulty({ chain, seller, account, facilitator, scheme }: SalesDeps): FaultySales {
  const sold = new Map<string, FaultyPurchase>();
  const interrupts = new Map<string, () => void>();
  const presented = new Map<string, readonly PaymentPayload[]>();
  let settlements = 0;
  const take = (): void => {
    settlements += 1;
    if (isUpto(scheme)) seller.used = String(price - BigInt(1 + (settlements % 100_000)));
  };
  const soldAt = new Map<string, bigint>();
  const answerAgain = recordedAnswers();
  // One at a time, as a facilitator with one account settles.
  const queued = inTurn();
  let blocksDue = 0;
  const interruptAt = (point: SellerPoint, { proposalId }: FaultyPurchase): boolean => {
    const key = `${point} ${proposalId}`;
    const interrupt = interrupts.get(key);
    interrupts.delete(key);
    interrupt?.();
    return interrupt !== undefined;
  };
  const sell = async (
    purchase: FaultyPurchase,
    payment: PaymentPayload,
    honest: () => Promise<SellerResponse>,
  ): Promise<SellerResponse | null> => {
    const { proposalId, fault } = purchase;
    const earlier = presented.get(proposalId) ?? [];
    const isFirst = earlier.length === 0;
    presented.set(proposalId, [...earlier, payment]);
    take();
    if (interruptAt("arrived", purchase)) return null;
    const cancel = async (): Promise<unknown> => {
      if (scheme === "Permit2" || isUpto(scheme))
        return chain.invalidatePermit(account, permitOf(payment).nonce);
      const { nonce } = payment.payload["authorization"] as SignedTransfer;
      const typedData = cancellation(chain, account.address, nonce);
      return chain.cancel(account.address, nonce, await account.signTypedData(typedData));
    };
    const answer = await sellWith(fault, { chain, isFirst, honest, cancel });
    soldAt.set(proposalId, (await chain.latest()).number);
    blocksDue = 4;
    return interruptAt("settled", purchase) ? null : answer;
  };
  const byMpp = mppSale(chain, facilitator, { validitySeconds });
  seller.behave = (request, byX402) => {
    const honest = scheme === "MPP" ? () => byMpp(seller.origin, request) : byX402;
    const purchase = sold.get(request.url);
    const { "payment-signature": header, authorization } = request.headers;
    const credential = header ?? authorization;
    if (purchase === undefined || typeof credential !== "string") return honest();
    const payment =
      scheme === "MPP" ? paymentOf(credential) : decodePaymentSignatureHeader(credential);
    const answer = scheme === "MPP" ? honest : () => answerAgain(credential, honest);
    return queued(() => sell(purchase, payment, answer).catch(() => ({ status: 500 })));
  };
  const miner = setInterval(() => {
    if (blocksDue === 0) return;
    blocksDue -= 1;
    void queued(() => chain.mine(1)).catch(() => {});
  }, blockMs);
  return {
    sold,
    stop: () => clearInterval(miner),
    at: (point, { proposalId }, interrupt) =>
      void interrupts.set(`${point} ${proposalId}`, interrupt),
    collect: async ({ proposalId }, most) => {
      for (const payment of (presented.get(proposalId) ?? []).slice(0, most)) {
        const { signature, authorization } = payment.payload as {
          signature: Hex;
          authorization: Omit<SignedTransfer, "signature">;
        };
        take();
        const amount = seller.used ?? payment.accepted.amount;
        // The token or Permit2 refuses one that is used or expired.
        await queued<unknown>(() =>
          scheme === "EIP-3009" || scheme === "MPP"
            ? chain.settle({ ...authorization, signature })
            : facilitator.settle(payment, { ...payment.accepted, amount }),
        ).catch(() => {});
      }
    },
    undo: ({ proposalId }) =>
      queued(async () => {
        const { number } = await chain.latest();
        await chain.reorganize(Number(number - (soldAt.get(proposalId) ?? number)) + 1);
      }),
  };
}

/** Calls functions one after the other. */
function inTurn(): <Answer>(call: () => Promise<Answer>) => Promise<Answer> {
  let last: Promise<unknown> = Promise.resolve();
  return (call) => {
    const next = last.then(call);
    last = next.catch(() => {});
    return next;
  };
}

function cancellation({ token }: TestChain, authorizer: Hex, nonce: Hex) {
  return {
    domain: { name: "Test Dollar", version: "2", chainId: 31_337, verifyingContract: token },
    types: {
      CancelAuthorization: [
        { name: "authorizer", type: "address" },
        { name: "nonce", type: "bytes32" },
      ],
    },
    primaryType: "CancelAuthorization",
    message: { authorizer, nonce },
  } as const;
}
