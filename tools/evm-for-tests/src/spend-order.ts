import { Micros, type PaymentQuote, type SpendOrder } from "@agent-treasury/provider";
import { getAddress } from "viem";
import { testFacilitatorAddress, testNetwork, type TestChain } from "./test-chain.ts";

/** The seller's address on the chain. */
export const payTo = getAddress("0x5e11e70000000000000000000000000000000001");

/** A quote of fifty cents. */
export function testQuote(
  { token }: Pick<TestChain, "token">,
  nowMs = Date.now(),
  maxTimeoutSeconds = 300,
): PaymentQuote {
  const accepted = { ...requirementsOf({ token }), maxTimeoutSeconds };
  return {
    rail: "x402",
    payee: "https://seller.example",
    description: "A report",
    maximum: Micros.of(500_000n),
    isFixed: true,
    expiresAt: nowMs + 3_600_000,
    terms: {
      deploymentId: "d1",
      url: "https://seller.example/report",
      method: "GET",
      contentType: null,
      bodyDigest: null,
      scheme: "exact",
      network: testNetwork,
      token,
      tokenName: "Test Dollar",
      tokenVersion: "2",
      payTo,
      amount: "500000",
      maxTimeoutSeconds,
      accepted,
      paymentIdentifier: null,
    },
  };
}

/** An order of a quote's amount, held now. */
export function testOrder(quote: PaymentQuote, changes: Partial<SpendOrder> = {}): SpendOrder {
  return {
    proposalId: `prop_${crypto.randomUUID()}`,
    workspaceId: "acme",
    amount: quote.maximum,
    vendor: "Seller",
    purpose: "a report",
    category: null,
    quote,
    payload: null,
    heldAt: Date.now(),
    reference: null,
    signal: new AbortController().signal,
    ...changes,
  };
}

/** What a seller requires for fifty cents, or for at most so much, by Permit2. */
export function permit2Requirements(
  chain: Pick<TestChain, "token">,
  scheme: "exact" | "upto",
  facilitatorAddress: string = testFacilitatorAddress,
) {
  const requirements = requirementsOf(chain);
  const isUpto = scheme === "upto";
  const extra = { ...requirements.extra, assetTransferMethod: "permit2" };
  return {
    ...requirements,
    scheme,
    extra: { ...extra, ...(isUpto && { facilitatorAddress }) },
  };
}

/** What a seller requires for fifty cents. */
export function requirementsOf({ token }: Pick<TestChain, "token">) {
  return {
    scheme: "exact",
    network: testNetwork,
    asset: token,
    amount: "500000",
    payTo,
    maxTimeoutSeconds: 300,
    extra: { name: "Test Dollar", version: "2" },
  };
}
