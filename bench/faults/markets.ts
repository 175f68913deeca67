import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodePaymentRequiredHeader, encodePaymentRequiredHeader } from "@x402/core/http";
import type { SellerResponse } from "evm-for-tests";
import { openMarket, type OpenMarket } from "../../fault-injection/payments/open-market.ts";
import { startEmbeddedServer } from "../database/embedded-server.ts";
import type { Contestant } from "./contestant.ts";

/** One chain, and one seller on each rail. */
export interface Markets {
  /** Trusted by every contestant. */
  readonly certificateFile: string;
  of(
    contestant: Contestant,
  ): Promise<{ readonly market: OpenMarket; readonly databaseUrl: string | null }>;
  /** Reports the requests to the seller, and counts what it delivered for a payment. */
  watch(market: OpenMarket, watcher: Watcher): Watched;
  close(): Promise<void>;
}

export interface Watcher {
  /** The market's path of a purchase, by the path that the contestant asks for. */
  pathOf(path: string): string;
  request(path: string, text: string): void;
}

export interface Watched {
  deliveries(path: string): number;
  /** Cuts the connection of the next request instead of an answer. */
  interruptNext(path: string, interrupt: () => void): void;
  stop(): void;
}

export async function openMarkets(): Promise<Markets> {
  const x402 = await openMarket({ identifies: true });
  const mpp = await openMarket({ scheme: "MPP", chain: x402.chain });
  const folder = await mkdtemp(join(tmpdir(), "faults-certificate-"));
  const certificateFile = join(folder, "seller.pem");
  await writeFile(certificateFile, x402.rail.certificate);
  let database: ReturnType<typeof startEmbeddedServer> | null = null;
  return {
    certificateFile,
    of: async ({ rail, needsDatabase = false }) => {
      if (needsDatabase) database ??= startEmbeddedServer();
      const databaseUrl = needsDatabase ? ((await database)?.url ?? null) : null;
      return { market: rail === "mpp" ? mpp : x402, databaseUrl };
    },
    watch: ({ seller }, { pathOf, request: report }) => {
      const { behave } = seller;
      const delivered: string[] = [];
      const interrupts = new Map<string, () => void>();
      seller.behave = async (asked, honest) => {
        const request = { ...asked, url: pathOf(asked.url) };
        const { "payment-signature": payment, authorization } = request.headers;
        const isPaid = (payment ?? authorization) !== undefined;
        const interrupt = interrupts.get(request.url);
        interrupts.delete(request.url);
        interrupt?.();
        const answer =
          interrupt === undefined ? await behave(request, () => honest(request)) : null;
        if (isPaid && answer?.status === 200 && answer.isCut !== true) delivered.push(request.url);
        const payments = isPaid ? "with a payment" : "without a payment";
        const answered = answer === null ? "no answer, the connection is cut" : answer.status;
        report(request.url, `${request.method} ${payments} → ${answered}`);
        return answer && withPrice(answer);
      };
      return {
        deliveries: (path) => delivered.filter((url) => url === path).length,
        interruptNext: (path, interrupt) => void interrupts.set(path, interrupt),
        stop: () => {
          seller.behave = behave;
        },
      };
    },
    close: async () => {
      await x402.close();
      await mpp.close();
      await (await database)?.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Names the price once more, in the field that `@lucid-agents/payments` 2 reads. */
function withPrice(answer: SellerResponse): SellerResponse {
  const required = answer.headers?.["payment-required"];
  if (required === undefined) return answer;
  const challenge = decodePaymentRequiredHeader(required);
  const [offer] = challenge.accepts;
  const priced = { ...challenge, price: "0.5", payTo: offer?.payTo };
  const headers = { ...answer.headers, "payment-required": encodePaymentRequiredHeader(priced) };
  return { ...answer, headers };
}
