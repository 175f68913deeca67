import { encodePaymentRequiredHeader } from "@x402/core/http";
import { payTo, requirementsOf, serveFacilitator, startChain, type TestChain } from "evm-for-tests";
import { createPublicClient, http, parseAbi, toHex } from "viem";
import { onTestFinished } from "vitest";
import { testBuyer } from "../../packages/seller-x402/src/test-buyer.fixture.ts";
import type { SellerAddress, SignedPayment } from "../processes/seller-task.ts";

/** Before the facilitator settles, and after it settled but before it answers. */
export type FacilitatorPoint = "arrived" | "settled";

/** A chain, a buyer, and a facilitator that outlives the processes that sell. */
export interface X402Shop {
  readonly chain: TestChain;
  readonly rail: SellerAddress;
  /** Signs a payment that is valid until so many seconds from now, with a `payment-identifier` if given. */
  sign(seconds: number, identifier?: string): Promise<SignedPayment>;
  /** Calls back once, when the facilitator reaches the point. The seller receives no answer. */
  at(point: FacilitatorPoint, payment: SignedPayment, interrupt: () => void): void;
  /** The payments on the chain, by their identities. */
  settled(): Promise<readonly string[]>;
}

export async function x402Shop(): Promise<X402Shop> {
  const chain = await startChain();
  onTestFinished(() => chain.stop());
  const buyer = await testBuyer(chain);
  await chain.mint(buyer.account.address, 1_000_000_000n);
  const interrupts = new Map<string, () => void>();
  const isInterrupted = (point: FacilitatorPoint, nonce: string): boolean => {
    const interrupt = interrupts.get(`${point} ${nonce}`);
    interrupts.delete(`${point} ${nonce}`);
    interrupt?.();
    return interrupt !== undefined;
  };
  const facilitator = await serveFacilitator(chain, {
    settle: async ({ nonce }, honest) => {
      if (isInterrupted("arrived", nonce)) return null;
      const settled = await honest();
      return isInterrupted("settled", nonce) ? null : settled;
    },
  });
  onTestFinished(() => facilitator.close());
  const client = createPublicClient({ transport: http(chain.rpcUrl), cacheTime: 0 });
  const { token } = chain;
  return {
    chain,
    rail: {
      // Two names of one endpoint, so that an expiry is proved at once.
      rpcUrls: [chain.rpcUrl, `${chain.rpcUrl}/`],
      token,
      payTo,
      facilitator: facilitator.url,
    },
    sign: async (seconds, identifier) => {
      const nonce = toHex(crypto.getRandomValues(new Uint8Array(32)));
      const validBefore = Math.floor(Date.now() / 1_000) + seconds;
      const changes = { nonce, validBefore, ...(identifier !== undefined && { identifier }) };
      const header = await buyer.sign(challengeOf(chain), changes);
      return { nonce, header };
    },
    at: (point, { nonce }, interrupt) => void interrupts.set(`${point} ${nonce}`, interrupt),
    settled: async () => {
      const logs = await client.getContractEvents({
        abi: parseAbi(["event AuthorizationUsed(address indexed from, bytes32 indexed nonce)"]),
        address: token,
        eventName: "AuthorizationUsed",
        fromBlock: 0n,
      });
      return logs.map(({ args: { from, nonce } }) =>
        `eip3009:31337:${token}:${from}:${nonce}`.toLowerCase(),
      );
    },
  };
}

function challengeOf(chain: TestChain): Response {
  const required = encodePaymentRequiredHeader({
    x402Version: 2,
    error: "Payment required",
    resource: { url: "https://seller.example/report" },
    accepts: [requirementsOf(chain)],
  });
  return new Response(null, { status: 402, headers: { "payment-required": required } });
}
