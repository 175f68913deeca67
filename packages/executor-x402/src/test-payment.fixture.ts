import type { PaymentPayload, PaymentRequirements } from "@x402/core/types";
import { testOrder, testQuote, type TestChain } from "evm-for-tests";
import type { LocalAccount } from "viem";
import { readAuthorization } from "./authorization/authorization.ts";
import { prepareAuthorization } from "./authorization/prepare-authorization.ts";
import { x402Protocol } from "./x402-protocol.ts";

/** A payment as a facilitator receives it, valid for some seconds. */
export async function authorizationOf(
  chain: TestChain,
  account: LocalAccount,
  seconds: number,
): Promise<{ readonly payload: PaymentPayload; readonly requirements: PaymentRequirements }> {
  const quote = testQuote(chain, Date.now(), 300);
  const heldAt = Date.now() - (300 - seconds) * 1_000;
  const order = testOrder(quote, { heldAt });
  const prepare = { protocol: x402Protocol, deploymentId: "d1", nowMs: heldAt };
  const authorization = readAuthorization(await prepareAuthorization(order, account, prepare));
  if (authorization === null) throw new Error("Nothing was prepared.");
  const { deploymentId: _, signature, ...message } = authorization;
  const requirements = quote.terms["accepted"] as unknown as PaymentRequirements;
  const payload = { signature, authorization: message };
  return { requirements, payload: { x402Version: 2, accepted: requirements, payload } };
}
