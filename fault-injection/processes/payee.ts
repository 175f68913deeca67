import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface PayCall {
  readonly proposalId: string;
  /** The name of the calling process. */
  readonly process: string;
  readonly wasPaid: boolean;
}

/** A payee outside of the treasury, which records every call and pays a proposal once. */
export interface Payee {
  readonly url: string;
  readonly calls: readonly PayCall[];
  readonly paid: ReadonlySet<string>;
  /** Records the calls from now on, and answers them only after the returned function was called. */
  hold(): () => void;
  close(): Promise<void>;
}

/** @param lost decides whether a call is lost before the payment, so that recovery repeats it. */
export async function openPayee(lost: () => boolean): Promise<Payee> {
  const calls: PayCall[] = [];
  const paid = new Set<string>();
  let mayAnswer = Promise.resolve();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://payee");
    const proposalId = searchParams.get("proposalId") ?? "";
    if (pathname === "/find") {
      response.end(JSON.stringify(paid.has(proposalId)));
      return;
    }
    const wasPaid = paid.has(proposalId) || !lost();
    calls.push({ proposalId, process: searchParams.get("process") ?? "", wasPaid });
    if (wasPaid) paid.add(proposalId);
    const answer = () => {
      if (wasPaid) response.end("true");
      else response.destroy();
    };
    void mayAnswer.then(() => setTimeout(answer, Math.random() * 20));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    paid,
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      mayAnswer = promise;
      return resolve;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
