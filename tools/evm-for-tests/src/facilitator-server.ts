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

/** The authorization that a facilitator settles. */
export interface Settled {
  readonly nonce: string;
  readonly to: string;
}

/** Settles a payment, or returns null to cut the connection and `fails` to answer 500. */
export type Settling = (
  authorization: Settled,
  honest: () => Promise<SettleResponse>,
) => Promise<SettleResponse | "fails" | null>;

export interface FacilitatorBehavior {
  readonly settle?: Settling;
  /** Whether it returns its settlement again for a payment that it settled, for this payee. */
  readonly repeats?: (to: string) => boolean;
}

interface FacilitatorRequest {
  readonly paymentPayload: PaymentPayload;
  readonly paymentRequirements: PaymentRequirements;
}

/** By EIP-3009 or Permit2. */
function settledBy({ payload }: PaymentPayload): Settled {
  const { authorization, permit2Authorization: permit } = payload as {
    readonly authorization?: Settled;
    readonly permit2Authorization?: Pick<Settled, "nonce"> & {
      readonly witness: Pick<Settled, "to">;
    };
  };
  if (authorization !== undefined) return authorization;
  return { nonce: permit?.nonce ?? "", to: permit?.witness.to ?? "" };
}

/** Serves the facilitator of `@x402/evm` by HTTP, for a chain of the tests. */
export async function serveFacilitator(
  chain: TestChain,
  {
    settle = (_authorization, honest) => honest(),
    repeats = () => false,
  }: FacilitatorBehavior = {},
): Promise<FacilitatorServer> {
  const facilitator = testFacilitator(chain);
  const settlements = new Map<string, SettleResponse>();
  let last: Promise<unknown> = Promise.resolve();
  // One at a time, because the account numbers its transactions.
  const settleNext = (
    { nonce, to }: Settled,
    ...payment: Parameters<typeof facilitator.settle>
  ) => {
    const next = last.then(async () => {
      const earlier = settlements.get(nonce);
      if (earlier !== undefined) return earlier;
      const settlement = await facilitator.settle(...payment);
      if (settlement.success && repeats(to)) settlements.set(nonce, settlement);
      return settlement;
    });
    last = next.catch(() => {});
    return next;
  };
  const answerTo = async (
    path: string,
    { paymentPayload, paymentRequirements }: FacilitatorRequest,
  ): Promise<object | "fails" | null> => {
    const authorization = settledBy(paymentPayload);
    if (path === "/verify") {
      const earlier = settlements.get(authorization.nonce);
      return earlier === undefined
        ? facilitator.verify(paymentPayload, paymentRequirements)
        : { isValid: true, payer: earlier.payer };
    }
    return settle(authorization, () =>
      settleNext(authorization, paymentPayload, paymentRequirements),
    );
  };
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const { url = "" } = request;
      const body = await text(request);
      const answer =
        url === "/supported"
          ? facilitator.getSupported()
          : await answerTo(url, JSON.parse(body) as FacilitatorRequest);
      if (answer === null) response.destroy();
      else if (answer === "fails") response.writeHead(500).end();
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
