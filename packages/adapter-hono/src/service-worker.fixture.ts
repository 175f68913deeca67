import { createTreasuryClient } from "@agent-treasury/sdk-client";
import { Hono } from "hono";
import { sendTo, serviceResults, serviceTreasury } from "test-suites/service";
import { honoHandler } from "./hono-handler.ts";

// Runs the tests of the service in an object, which serves each treasury at the Worker's address, so
// that requests are sent over HTTP. Tests of exact bytes call the handler.

type Serve = (request: Request) => Promise<Response>;

/**
 * workerd closes idle connections, also one on which the next request is on its way. With a key, a
 * repeated request has no further effect.
 */
async function sent(...given: Parameters<typeof fetch>): Promise<Response> {
  const request = new Request(...given);
  const again = request.headers.has("idempotency-key") ? request.clone() : null;
  try {
    return await fetch(request);
  } catch (error) {
    if (again === null || !String(error).includes("Network connection lost.")) throw error;
    return fetch(again);
  }
}

export class Suite {
  #serve: Serve | null = null;

  async fetch(request: Request): Promise<Response> {
    const { pathname, origin, searchParams } = new URL(request.url);
    if (pathname !== "/run") return this.#serve?.(request) ?? new Response(null, { status: 503 });
    const part = { at: Number(searchParams.get("at")), of: Number(searchParams.get("of")) };
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    void this.#run(writable.getWriter(), origin, part);
    return new Response(readable);
  }

  async #run(
    lines: WritableStreamDefaultWriter<Uint8Array>,
    origin: string,
    part: { readonly at: number; readonly of: number },
  ): Promise<void> {
    const encoder = new TextEncoder();
    const results = serviceResults({
      name: "Hono on workerd",
      part,
      makeClient: createTreasuryClient,
      // A caller that disconnects is not reported here, so that its turn ends at the time limit.
      options: { turns: { timeoutSeconds: 20 } },
      start: async (parts) => {
        const treasury = serviceTreasury(parts);
        const app = new Hono().all("/api/service/*", honoHandler(treasury));
        const serve: Serve = async (request) => app.fetch(request);
        this.#serve = serve;
        return {
          origin,
          fetch: sent,
          send: (request) => sendTo(serve, request),
          closeTreasury: () => treasury.close(),
          close: () => treasury.close(),
        };
      },
    });
    for await (const result of results) {
      await lines.write(encoder.encode(`result ${JSON.stringify(result)}\n`));
    }
    await lines.write(encoder.encode("done\n"));
    await lines.close();
  }
}

interface Env {
  readonly SUITE: { getByName(name: string): { fetch: Serve } };
}

export default {
  fetch: (request: Request, env: Env): Promise<Response> =>
    env.SUITE.getByName("suite").fetch(request),
};
