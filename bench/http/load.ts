import autocannon from "autocannon";
import type { BenchContext } from "../harness/bench.ts";
import type { Sample } from "../harness/interleave.ts";
import { operatorToken, workspaceId } from "./bench-treasury.ts";
import type { ServerProcess } from "./server-process.ts";

export type Asked = "read" | "decide";

/** Connections that each send their next request after the last response. */
export const connections = 32;

/** A request in the form of `fetch` and of the load generator. */
export interface LoadRequest {
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export function requestTo({ port, proposalId }: ServerProcess, asked: Asked): LoadRequest {
  const path = `http://127.0.0.1:${port}/api/service/treasury`;
  const authorization = `Bearer ${operatorToken}`;
  if (asked === "read") {
    return { url: `${path}?workspaceId=${workspaceId}`, method: "GET", headers: { authorization } };
  }
  return {
    url: `${path}/decide`,
    method: "POST",
    headers: { "content-type": "application/json", authorization },
    body: JSON.stringify({ workspaceId, proposalId, decision: "deny", comment: "Not this week." }),
  };
}

/**
 * Loads a server for a round.
 *
 * @throws Error when a response is not successful.
 */
export async function loadServer(
  server: ServerProcess,
  asked: Asked,
  { size }: BenchContext,
): Promise<Sample> {
  const processor = () => server.ask({ kind: "processor", calls: 0 });
  const before = await processor();
  const amount = size === "tiny" ? { amount: connections } : { duration: 1 };
  const result = await autocannon({ ...requestTo(server, asked), connections, ...amount });
  const spent = (await processor()) - before;
  const answered = result["2xx"];
  if (result.errors + result.non2xx > 0 || answered === 0) {
    throw new Error(`${result.errors} errors and ${result.non2xx} rejections among the responses.`);
  }
  return {
    perSecond: answered / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    processorMicroseconds: spent / answered,
  };
}
