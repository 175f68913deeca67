import { honoHandler } from "@agent-treasury/adapter-hono";
import { sandboxNetwork, sandboxOutbound, sandboxRail } from "@agent-treasury/sandbox";
import { paidEndpoint } from "@agent-treasury/seller-x402";
import { type Treasury, createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { Hono } from "hono";

/** Where the sandbox's buyers find the API. No computer has this name. */
export const apiOrigin = "https://forecast.example";

/** An API that sells forecasts to agents for test money, and the treasury of its seller. */
export function createApp(baseUrl: string): { readonly app: Hono; readonly treasury: Treasury } {
  const rail = sandboxRail(); // live: x402Seller({ rpcUrls, facilitator })
  const app = new Hono();
  const treasury = createTreasury({
    baseUrl,
    storage: memoryStorage(),
    incoming: [rail.seller],
    // The buyer of the demo. A seller alone needs none of these.
    budget: { startingCapitalUsd: 100 },
    executors: { executor: rail.executor },
    outbound: sandboxOutbound({ [apiOrigin]: async (request) => app.fetch(request) }),
    paidFetch: { origins: [apiOrigin] },
  });
  const forecast = paidEndpoint(
    {
      treasury,
      seller: rail.seller,
      workspaceId: "seller",
      network: sandboxNetwork,
      payTo: "sandbox:forecasts",
      priceUsd: 0.05,
      description: "Weather forecast for ten days",
    },
    () => Response.json({ city: "Lisbon", days: Array.from({ length: 10 }, () => "sunny") }),
  );
  app.get("/forecast", ({ req }) => forecast(req.raw));
  app.all("/api/service/*", honoHandler(treasury));
  return { app, treasury };
}
