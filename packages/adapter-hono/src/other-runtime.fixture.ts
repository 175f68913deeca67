import { scriptedModel } from "@agent-treasury/sandbox";
import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { Hono } from "hono";
import { honoHandler } from "./hono-handler.ts";

interface Runtime {
  readonly Bun?: {
    serve(options: { readonly port: number; fetch(request: Request): Promise<Response> }): {
      readonly port: number;
    };
  };
  readonly Deno?: {
    serve(
      options: { readonly port: number; onListen(address: { readonly port: number }): void },
      fetch: (request: Request) => Promise<Response>,
    ): unknown;
  };
}

const { Bun, Deno } = globalThis as Runtime;
const path = process.env["DATABASE"];
const treasury = createTreasury({
  baseUrl: "http://localhost",
  allowedHosts: ["*"],
  storage: path === undefined ? memoryStorage() : sqliteStorage({ path }),
  model: scriptedModel(),
  budget: { startingCapitalUsd: 200 },
});
const app = new Hono().all("/api/service/*", honoHandler(treasury));
const serve = async (request: Request): Promise<Response> => app.fetch(request);
const printPort = (port: number): void => console.log(`port ${port}`);

if (Bun !== undefined) printPort(Bun.serve({ port: 0, fetch: serve }).port);
else Deno?.serve({ port: 0, onListen: ({ port }) => printPort(port) }, serve);
