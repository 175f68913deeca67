import { x402Client } from "@x402/core/client";
import { decodePaymentRequiredHeader, encodePaymentSignatureHeader } from "@x402/core/http";
import { ExactEvmScheme } from "@x402/evm/exact/client";
import { type FacilitatorServer, serveFacilitator, startChain, testNetwork } from "evm-for-tests";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";

/** A chain with a buyer and a facilitator, for the fixture's route that sells. */
export interface PaidRoute {
  /** Settings of the app. */
  readonly environment: Readonly<Record<string, string>>;
  /** Signs a payment for a challenge by the official client. Returns its headers. */
  sign(challenge: Response): Promise<Readonly<Record<string, string>>>;
  /** Payments that left the buyer's account. */
  payments(): Promise<readonly unknown[]>;
  close(): Promise<void>;
}

export async function paidRoute(): Promise<PaidRoute> {
  const chain = await startChain();
  const facilitator: FacilitatorServer = await serveFacilitator(chain);
  const account = privateKeyToAccount(generatePrivateKey());
  await chain.mint(account.address, 1_000_000n);
  const client = new x402Client()
    .register(testNetwork, new ExactEvmScheme(account))
    .setSpendControls({ allowedAssets: true });
  return {
    environment: {
      FIXTURE_RPC_URL: chain.rpcUrl,
      FIXTURE_FACILITATOR_URL: facilitator.url,
      FIXTURE_TOKEN: chain.token,
    },
    sign: async ({ headers }) => {
      const required = decodePaymentRequiredHeader(headers.get("payment-required") ?? "");
      const payload = await client.createPaymentPayload(required);
      return { "payment-signature": encodePaymentSignatureHeader(payload) };
    },
    payments: () => chain.paymentsOf(account.address),
    close: async () => {
      await facilitator.close();
      await chain.stop();
    },
  };
}
