import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { PaymentPayload, PaymentRequirements, SettleResponse } from "@x402/core/types";
import type { TestChain } from "./test-chain.ts";
import { testFacilitator } from "./test-facilitator.ts";

export interface FacilitatorServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Settles the payment with a nonce, or returns null to cut the connection. */
export type Settling = (
  nonce: string,
  honest: () => Promise<SettleResponse>,
) => Promise<SettleResponse | null>;

interface FacilitatorRequest {
  readonly paymentPayload: PaymentPayload;
  readonly paymentRequirements: PaymentRequirements;
}

/** Serves the facilitator of `@x402/evm` by HTTP, for a chain of the tests. */
export async function serveFacilitator(
  chain: TestChain,
  settle: Settling = (_nonce, honest) => honest(),
): Promise<FacilitatorServer> {
  const facilitator = testFacilitator(chain);
  let last: Promise<unknown> = Promise.resolve();
  // One at a time, because the account numbers its transactions.
  const settleNext = (...payment: Parameters<typeof facilitator.settle>) => {
    const next = last.then(() => facilitator.settle(...payment));
    last = next.catch(() => {});
    return next;
  };
  const answerTo = async (
    path: string,
    { paymentPayload, paymentRequirements }: FacilitatorRequest,
  ): Promise<object | null> => {
    if (path === "/verify") return facilitator.verify(paymentPayload, paymentRequirements);
    const { nonce } = paymentPayload.payload["authorization"] as { nonce: string };
    return settle(nonce, () => settleNext(paymentPayload, paymentRequirements));
  };
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const body = JSON.parse(await text(request)) as FacilitatorRequest;
      const answer = await answerTo(request.url ?? "", body);
      if (answer === null) response.destroy();
      else response.setHeader("content-type", "application/json").end(JSON.stringify(answer));
    } catch {
      response.destroy();
    }
  };
  const server = createServer((request, response) => void respond(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
