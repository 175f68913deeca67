import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { isDeepStrictEqual } from "node:util";
import { guardedFetch } from "@agent-treasury/outbound-fetch";
import type { OutboundFetch } from "@agent-treasury/provider";
import type { x402Facilitator } from "@x402/core/facilitator";
import {
  decodePaymentSignatureHeader,
  encodePaymentRequiredHeader,
  encodePaymentResponseHeader,
} from "@x402/core/http";
import type { PaymentRequirements } from "@x402/core/types";
import { generate } from "selfsigned";
import { onTestFinished } from "vitest";

/** An answer of a seller. Without one, the connection is cut. */
export interface SellerResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Whether the connection is cut after the body. */
  readonly isCut?: boolean;
}

export interface SellerRequest {
  readonly url: string;
  readonly method: string;
  readonly body: string;
  readonly headers: IncomingMessage["headers"];
}

/** Sells by x402, or replaces the honest answer, which may be that to another request. */
export type Behave = (
  request: SellerRequest,
  honest: (other?: SellerRequest) => Promise<SellerResponse>,
) => Promise<SellerResponse | null> | SellerResponse | null;

export interface TestSeller {
  readonly origin: string;
  /** Everything that arrived. */
  readonly requests: readonly SellerRequest[];
  /** Requests that had a payment. */
  readonly paid: readonly SellerRequest[];
  readonly outbound: OutboundFetch;
  /** In PEM, for other processes. */
  readonly certificate: string;
  requirements: PaymentRequirements;
  /** What it collects of an `upto` payment; the whole amount if null. */
  used: string | null;
  extensions: Record<string, unknown>;
  behave: Behave;
}

/** A seller that outlives a test. */
export interface OpenSeller extends TestSeller {
  close(): Promise<void>;
}

/** A seller on https, reached by the guarded fetch, until the test ends. */
export async function testSeller(...options: Parameters<typeof openSeller>): Promise<TestSeller> {
  const seller = await openSeller(...options);
  onTestFinished(() => seller.close());
  return seller;
}

export async function openSeller(
  facilitator: x402Facilitator,
  requirements: PaymentRequirements,
): Promise<OpenSeller> {
  const { cert, private: key } = await (certificate ??= createCertificate());
  const requests: SellerRequest[] = [];
  const paid: SellerRequest[] = [];
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { url = "", method = "", headers } = incoming;
    const request = { url, method, headers, body: await text(incoming) };
    requests.push(request);
    const { "payment-signature": payment, authorization } = headers;
    if (payment !== undefined || authorization !== undefined) paid.push(request);
    const response = await seller.behave(request, (other = request) =>
      sell(facilitator, seller, other),
    );
    if (response === null) {
      outgoing.destroy();
      return;
    }
    outgoing.writeHead(response.status, response.headers);
    if (response.isCut) outgoing.write(response.body ?? "", () => outgoing.destroy());
    else outgoing.end(response.body);
  };
  const server = createServer(
    { cert, key },
    (incoming, outgoing) => void answer(incoming, outgoing),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const seller: OpenSeller = {
    origin: `https://127.0.0.1:${port}`,
    requests,
    paid,
    outbound: guardedFetch({ ports: [port], allow: ["127.0.0.1/32"], ca: cert }),
    certificate: cert,
    requirements,
    used: null,
    extensions: {},
    behave: (_request, honest) => honest(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return seller;
}

async function sell(
  facilitator: x402Facilitator,
  { requirements: usual, used, extensions, origin }: TestSeller,
  { url, headers, body }: SellerRequest,
): Promise<SellerResponse> {
  const payTo = new URL(url, origin).searchParams.get("payTo") ?? usual.payTo;
  const requirements = { ...usual, payTo };
  const resource = {
    url: `${origin}${url}`,
    description: "A weather report",
    mimeType: "text/plain",
  };
  const challenge = (error: string): SellerResponse => {
    const required = { x402Version: 2, error, resource, accepts: [requirements], extensions };
    return { status: 402, headers: { "payment-required": encodePaymentRequiredHeader(required) } };
  };
  const header = headers["payment-signature"];
  if (typeof header !== "string") return challenge("Payment required");
  const payload = decodePaymentSignatureHeader(header);
  if (!isDeepStrictEqual(payload.accepted, requirements)) return challenge("Other requirements");
  const { isValid, invalidReason } = await facilitator.verify(payload, requirements);
  if (!isValid) return challenge(invalidReason ?? "invalid");
  const amount = used ?? requirements.amount;
  const settled = await facilitator.settle(payload, { ...requirements, amount });
  if (!settled.success) return challenge(settled.errorReason ?? "not settled");
  return {
    status: 200,
    headers: {
      "content-type": "text/plain",
      "payment-response": encodePaymentResponseHeader(settled),
    },
    body: `Sunny${body}`,
  };
}

let certificate: ReturnType<typeof createCertificate> | undefined;

function createCertificate(): Promise<{ readonly cert: string; readonly private: string }> {
  return generate([{ name: "commonName", value: "127.0.0.1" }], {
    keyType: "ec",
    algorithm: "sha256",
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] },
    ],
  });
}
