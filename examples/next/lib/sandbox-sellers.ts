import { sandboxNetwork, sandboxSellerOrigin } from "@agent-treasury/sandbox";
import { paidEndpoint } from "@agent-treasury/seller-x402";
import type { OpenSandboxSellers } from "@agent-treasury/server";

const studioOrigin = "https://studio.example";

/** Where agents of the sandbox buy. No computer has these names. */
export const sandboxOrigins: readonly string[] = [sandboxSellerOrigin, studioOrigin];

/** The workspace `studio` sells a report for test money. */
export const sandboxSellers: OpenSandboxSellers = ({ seller }, treasury) => ({
  [studioOrigin]: paidEndpoint(
    {
      treasury,
      seller,
      workspaceId: "studio",
      network: sandboxNetwork,
      payTo: "sandbox:studio",
      priceUsd: 0.25,
      description: "Report on landing pages",
    },
    () => new Response("Short pages sell best. This report is simulated.\n"),
  ),
});
