import { createTreasuryClient } from "@agent-treasury/sdk-client";
import { Hono } from "hono";
import { overNetwork, serviceResults, serviceTreasury } from "test-suites/service";
import { honoHandler } from "./hono-handler.ts";
import { serveHono } from "./serve-hono.fixture.ts";

// Runs the tests of the service in this process, over HTTP, and prints a line for each.

type Serve = (request: Request) => Promise<Response>;

interface Runtime {
  readonly Bun?: {
    serve(options: { readonly port: number; readonly fetch: Serve }): {
      readonly port: number;
      stop(closeConnections: boolean): Promise<void>;
    };
  };
  readonly Deno?: {
    serve(
      options: { readonly port: number; onListen(): void },
      fetch: Serve,
    ): { readonly addr: { readonly port: number }; shutdown(): Promise<void> };
  };
}

const { Bun, Deno } = globalThis as Runtime;

async function served(app: Hono): ReturnType<typeof serveHono> {
  const fetch: Serve = async (request) => app.fetch(request);
  if (Bun !== undefined) {
    const server = Bun.serve({ port: 0, fetch });
    return { origin: originAt(server.port), close: () => server.stop(true) };
  }
  if (Deno !== undefined) {
    const server = Deno.serve({ port: 0, onListen: () => {} }, fetch);
    return { origin: originAt(server.addr.port), close: () => server.shutdown() };
  }
  return serveHono(app);
}

function originAt(port: number): string {
  return `http://127.0.0.1:${port}`;
}

const [, , at = "0", of = "1"] = process.argv;
const results = serviceResults({
  name: "Hono",
  part: { at: Number(at), of: Number(of) },
  makeClient: createTreasuryClient,
  start: async (parts) => {
    const treasury = serviceTreasury(parts);
    const app = new Hono().all("/api/service/*", honoHandler(treasury));
    const { origin, close } = await served(app);
    return overNetwork({
      origin,
      closeTreasury: () => treasury.close(),
      close: async () => {
        await treasury.close();
        await close();
      },
    });
  },
});
for await (const result of results) console.log(`result ${JSON.stringify(result)}`);
console.log("done");
process.exit(0);
