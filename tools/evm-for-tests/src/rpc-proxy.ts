import { once } from "node:events";
import { type IncomingMessage, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Answers a call, by the chain or otherwise. */
export type RpcAnswer = (call: RpcCall, ask: (call?: RpcCall) => Promise<unknown>) => unknown;

/** An endpoint of a chain that may lag or lie, until the test ends. */
export async function rpcProxy(chainUrl: string, answer: RpcAnswer): Promise<string> {
  const server = createServer((request, response) => {
    void respond(chainUrl, answer, request).then((body) => response.end(JSON.stringify(body)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function respond(
  chainUrl: string,
  answer: RpcAnswer,
  request: IncomingMessage,
): Promise<object> {
  const { id, method, params } = JSON.parse(await text(request)) as RpcCall & { id: number };
  const ask = async (call: RpcCall = { method, params }): Promise<unknown> => {
    const asked = await fetch(chainUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...call }),
    });
    const { result, error } = (await asked.json()) as { result?: unknown; error?: unknown };
    if (error !== undefined) throw new Error(JSON.stringify(error));
    return result;
  };
  try {
    return { jsonrpc: "2.0", id, result: await answer({ method, params }, ask) };
  } catch {
    return { jsonrpc: "2.0", id, error: { code: -32_000, message: "The endpoint failed." } };
  }
}
